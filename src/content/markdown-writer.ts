import Turndown from 'turndown';

/**
 * Writes HTML as the Markdown that this site reads: with tables, tasks and what is struck through. What was pasted comes this way
 * (features/writing), and what other programs exported (moving-in).
 *
 * It stands on a DOM alone: a browser's, or the one that turndown brings for Node. The latter knows fewer properties, so the rules ask
 * for attributes and elements.
 */
export function markdownWriter(): Turndown {
  const service = new Turndown({
    headingStyle: 'atx',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
    hr: '---',
  });
  const escaped = service.escape.bind(service);
  service.escape = (words) =>
    // An address is a link as it stands.
    words
      .split(/(\bhttps?:\/\/[^\s<>]+)/i)
      .map((piece, place) => (place % 2 === 1 ? piece : withoutMeaning(escaped(piece))))
      .join('');
  service.addRule('gone', {
    filter: (node) => /^(DEL|S|STRIKE)$/.test(node.nodeName),
    replacement: (words) => (words.trim() === '' ? words : `~~${words}~~`),
  });
  service.addRule('tasks', {
    filter: (node) => node.matches('li input[type=checkbox]'),
    replacement: (_, node) => ((node as HTMLElement).hasAttribute('checked') ? '[x] ' : '[ ] '),
  });
  service.addRule('tables', {
    filter: 'table',
    replacement: (_, node) => `\n\n${tableOf(service, node as HTMLElement)}\n\n`,
  });
  /** Items come one after the other. */
  const numbers = new WeakMap<object, number>();
  service.addRule('items', {
    filter: 'li',
    replacement(words, node) {
      const list = node.parentNode as HTMLElement | null;
      const number =
        list === null ? 1 : (numbers.get(list) ?? Number(list.getAttribute('start') ?? 1));
      if (list !== null) numbers.set(list, number + 1);
      const mark = list?.nodeName === 'OL' ? `${number}. ` : '- ';
      const item = words.trim().replace(/^(\[[ x]\]) +/, '$1 ');
      const lines = item.replace(/\n(?=.)/g, `\n${' '.repeat(mark.length)}`);
      return `${mark}${lines}${node.nextSibling === null ? '' : '\n'}`;
    },
  });
  return service;
}

/** Words that say `<b>`, `&amp;` or `$a$` would mean a tag, a sign or a formula here. */
function withoutMeaning(words: string): string {
  return words
    .replace(/<(?=[a-z/!?])/gi, '\\<')
    .replace(/&(?=#?\w+;)/g, '\\&')
    .replace(/\$(?=\$|[^\s$][^$\n]*\$)/g, '\\$');
}

/** A table of Markdown has a head. Spreadsheets have none: it is the first row. */
function tableOf(service: Turndown, table: HTMLElement): string {
  const rows = elementsIn(table.querySelectorAll('tr')).filter(
    (it) => it.closest('table') === table,
  );
  const lines = rows.map((row) =>
    elementsIn(row.children)
      .filter((it) => /^T[DH]$/.test(it.nodeName))
      .map(wordsOfCell),
  );
  const width = Math.max(0, ...lines.map((cells) => cells.length));
  const filled = lines.map((cells) => [...cells, ...Array(width - cells.length).fill('')]);
  const [head = [], ...body] = filled;
  return [head, head.map(() => '---'), ...body]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');

  function wordsOfCell(cell: Element): string {
    // A table within a table would be written again with each that is around it.
    const words =
      cell.getElementsByTagName('table').length === 0
        ? service.turndown(cell as HTMLElement)
        : (cell.textContent ?? '');
    return words
      .replaceAll('|', '\\|')
      .replace(/\s*\n\s*/g, ' ')
      .trim();
  }
}

/** The other DOM's lists cannot be walked. */
function elementsIn(list: HTMLCollection | NodeListOf<Element>): Element[] {
  return Array.from({ length: list.length }, (_, place) => list.item(place) as Element);
}
