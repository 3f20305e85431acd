import '../../support/rare-syntax.ts';
import '../../support/dompurify-in-happy-dom.ts';

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useLocation } from 'react-router-dom';
import { describe, expect, it, vi } from 'vitest';
import { markdownHtml } from '../../../src/content/markdown/markdown-html.ts';
import { fitMarkdown } from '../../../src/ui/fit-markdown.ts';
import { MarkedText } from '../../../src/ui/marked-text.tsx';
import { safeHtml } from '../../../src/ui/safe-html.ts';
import { ToastProvider } from '../../../src/ui/toast.tsx';
import { hostileDetails, whatSurvived } from '../../support/hostile-details.ts';
import { show, synced } from '../../support/site.tsx';

function parse(html: string): HTMLElement {
  const root = document.createElement('div');
  root.innerHTML = html;
  return root;
}

const fitted = (text: string, key = 'a') => fitMarkdown(markdownHtml(text), key);
const page = (text: string, key = 'a') => parse(fitted(text, key));

/** Takes what fit-markdown.ts adds out of a page, with the values that it may have. */
function withoutAdditions(root: HTMLElement): HTMLElement {
  const added: Readonly<Record<string, RegExp>> = {
    'a[href]': /^#(note-a-\d+|h-[^\s"<>]+)$/,
    'a[id], li[id]': /^note-a-\d+$/,
    'h2[id], h3[id], h4[id], h5[id], h6[id]': /^h-[\p{L}\p{M}\p{N}_-]+$/u,
    'a[aria-label]': /^(Footnote \d+|Back to reference [\d-]+)$/,
    'div[role]': /^(group|doc-endnotes)$/,
    'pre[role]': /^group$/,
    'pre[tabindex]': /^0$/,
    'pre[aria-label]': /^Code/,
    'div[data-code]': /^/,
    'button[type]': /^button$/,
    'button[aria-label]': /^Copy code$/,
    'input[type]': /^checkbox$/,
    'input[disabled], input[checked]': /^$/,
    'input[aria-label]': /^(Done|To do)$/,
    '[data-align]': /^(left|right|center)$/,
    'blockquote[data-alert]': /^(note|tip|important|warning|caution)$/,
  };
  for (const [selector, values] of Object.entries(added)) {
    for (const element of root.querySelectorAll(selector)) {
      for (const name of element.getAttributeNames()) {
        const isAdded = selector.split(', ').some((it) => it.endsWith(`[${name}]`));
        if (isAdded && values.test(element.getAttribute(name) ?? '')) element.removeAttribute(name);
      }
    }
  }
  for (const element of root.querySelectorAll('button, input')) {
    if (element.attributes.length === 0) element.remove();
  }
  return root;
}

describe('X2 DIFF-5: nothing is left of hostile Markdown that could act', () => {
  /** Each trick in the places that Markdown has for texts and addresses. */
  const shapes: readonly (readonly [string, (trick: string) => string])[] = [
    ['as it is', (trick) => trick],
    ['in a list', (trick) => `- one\n- ${trick}\n\n  ${trick}`],
    ['in a quote', (trick) => `> ${trick}\n> ${trick}`],
    ['in a table', (trick) => `| a |\n|---|\n| ${trick.replaceAll('|', '\\|')} |`],
    ['in a footnote', (trick) => `a[^1]\n\n[^1]: ${trick}\n    ${trick}`],
    ['in a heading', (trick) => `# ${trick}\n\n${trick}\n===`],
    ['in code', (trick) => `\`${trick}\`\n\n\`\`\`${trick}\n${trick}\n\`\`\`\n\n    ${trick}`],
    ['as a link', (trick) => `[a](${trick}) [b](<${trick}>) ![c](${trick}) ![d](<${trick}>)`],
    ['as a title', (trick) => `[a](/ "${trick}") ![b](/c '${trick}')`],
    ['as alternative words', (trick) => `![${trick}](/a.png) [${trick}](/a)`],
    [
      'as a reference',
      (trick) => `[a] ![b][a]\n\n[a]: ${trick}\n\n[c]\n\n[c]: <${trick}> "${trick}"`,
    ],
    [
      'as a picture that is a tag',
      (trick) =>
        `<img src="${trick}" alt="a"> <img src='/${trick}' alt='${trick}'> <img src=https://x.org/${trick}>`,
    ],
    ['as an autolink', (trick) => `<${trick}> www.${trick} https://${trick}`],
    ['as a name of a footnote', (trick) => `a[^${trick}]\n\n[^${trick}]: b`],
  ];
  const addresses = [
    ...[
      'javascript:pwned()',
      'JaVaScRiPt:pwned()',
      'javascript&colon;pwned()',
      'java\\script:x',
      '&#x6A;avascript:x',
    ],
    ...[
      'data:text/html,x',
      'vbscript:x',
      '//evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      'file:///etc',
    ],
    ...[
      '#root',
      '?x',
      'https:evil.example',
      'x" onerror="pwned()',
      "x' onerror='pwned()",
      'mailto:a@b?c',
      'ftp://x',
    ],
  ].map((html) => ({ name: html, html }));
  const tricks = [...hostileDetails, ...addresses];

  it.each(shapes)('%s', (_, shape) => {
    for (const { name, html } of tricks) {
      const shown = fitted(shape(html));
      for (const root of [parse(shown), parse(parse(shown).innerHTML)]) {
        expect([name, whatSurvived(withoutAdditions(root))]).toEqual([name, []]);
      }
    }
  });

  it.each(shapes)('%s, and DOMPurify finds nothing to take away', (_, shape) => {
    // A third of them: it takes DOMPurify its time.
    for (const { name, html } of tricks.filter((_trick, place) => place % 3 === 0)) {
      const words = (text: string) =>
        text.replaceAll(' (opens in a new tab)', '').replace(/\s+/g, ' ').trim();
      const before = withoutAdditions(page(shape(html)));
      const after = parse(safeHtml(before.innerHTML));
      expect([name, words(after.textContent ?? '')]).toEqual([
        name,
        words(before.textContent ?? ''),
      ]);
    }
  });
});

describe('LEARNING-2: a text on its page', () => {
  it('begins with the heading below the page’s own', () => {
    const headings = [...page('# A\n\n### B\n\nC\n---').children].map((it) => it.localName);
    expect(headings).toEqual(['h2', 'h4', 'h3']);
  });

  it('has headings with ids of their words that are links to themselves', () => {
    const root = page(
      '# Root\n\n# Root\n\n## Root-1\n\n## 日本語の *見出し*\n\n## 🎉\n\n## [Away](https://x.org) & x',
    );
    const headings = [...root.querySelectorAll('h2, h3')];
    const ids = ['h-root', 'h-root-1', 'h-root-1-1', 'h-日本語の-見出し', 'h-section', 'h-away--x'];
    expect(headings.map(({ id }) => id)).toEqual(ids);
    expect(headings[3]?.innerHTML).toBe(
      '<a href="#h-日本語の-見出し">日本語の <em>見出し</em></a>',
    );
    expect(headings[5]?.querySelector('a')?.getAttribute('href')).toBe('https://x.org');
  });

  it('has no headings and links without a name', () => {
    const root = page('#\n\n## ##\n\n# [](/a)\n\n[](/a) [ ](https://x.org) x [![b](/c.png)](/d)');
    expect([...root.querySelectorAll('a, h2, h3')].map((it) => it.getAttribute('href'))).toEqual([
      '/d',
    ]);
  });

  it('has links to its own headings, and none to other parts of the page', () => {
    const root = page('[a](#日本語) [b](#main) [c](#) [d](#%)\n\n# 日本語');
    expect([...root.querySelectorAll('p a')].map((it) => it.outerHTML)).toEqual([
      '<a href="#h-日本語">a</a>',
    ]);
    expect(root.querySelector('p')?.textContent).toBe('a b c d');
  });

  it('has code with its language, a button, and its white space', () => {
    const root = page('```TypeScript title="x"\n\tconst a  = 1;\n\n```\n\n~~~\nplain\n~~~');
    const [first, second] = root.querySelectorAll('[data-code]');
    expect(first?.getAttribute('data-code')).toBe('typescript');
    expect(first?.querySelector('span')?.textContent).toBe('TypeScript');
    expect(first?.querySelector('code')?.textContent).toBe('\tconst a  = 1;\n\n');
    expect(first?.querySelector('pre')?.getAttribute('tabindex')).toBe('0');
    expect(second?.getAttribute('data-code')).toBe('');
    expect(root.querySelectorAll('button')).toHaveLength(2);
  });

  it('has footnotes that lead there and back, apart from those of another text and from the page’s ids', () => {
    const text = 'a[^root] b[^root] c[^日本]\n\n[^root]: one\n[^日本]: two';
    const root = page(text, 'x');
    const ids = [...root.querySelectorAll('[id]')].map(({ id }) => id);
    expect(new Set(ids).size).toBe(5);
    expect(ids.every((id) => id.startsWith('note-x-'))).toBe(true);
    const links = [...root.querySelectorAll('a')];
    expect(links).toHaveLength(6);
    for (const link of links) expect(ids).toContain(link.getAttribute('href')?.slice(1));
    const targets = links.map(
      (link) => root.querySelector(`[id="${link.getAttribute('href')?.slice(1)}"]`)?.localName,
    );
    expect(targets).toEqual(['li', 'li', 'li', 'a', 'a', 'a']);
    expect(page(text, 'y').querySelector('li')?.id).not.toBe(root.querySelector('li')?.id);
    expect(root.querySelector('[role="doc-endnotes"]')?.getAttribute('aria-label')).toBe(
      'Footnotes',
    );
    expect(root.querySelector('h2')).toBeNull();
  });

  it.each([
    ['<img src="/a.png" width="640" height="480">', [null, '640', '480']],
    ['<img src=/a.png width=640 height=480 alt="x">', [null, '640', '480']],
    ['<img src="/a.png" width="640">', [null, null, null]],
    ['<img src="/a.png" width="640" height="auto">', [null, null, null]],
    ['<img src="/a.png" width="100%" height="480">', [null, null, null]],
    ['<img src="/a.png" width="0" height="480">', [null, null, null]],
    ['<img src="/a.png" width="-1" height="99999">', [null, null, null]],
    ['<img src="/a.png" width="9999" height="1">', [null, null, null]],
    ['![x](/a.png "640x480")', ['640x480', null, null]],
  ])('keeps room for a picture whose size is known: %j', (text, values) => {
    const picture = page(text).querySelector('img');
    expect(['title', 'width', 'height'].map((name) => picture?.getAttribute(name))).toEqual(values);
  });

  it('says which tasks are done', () => {
    const boxes = [...page('- [x] a\n- [ ] b').querySelectorAll('input')];
    expect(
      boxes.map((box) => [box.hasAttribute('checked'), box.getAttribute('aria-label')]),
    ).toEqual([
      [true, 'Done'],
      [false, 'To do'],
    ]);
    expect(boxes.every((box) => box.hasAttribute('disabled'))).toBe(true);
  });

  it('has tables in boxes of their own, with their cells aligned', () => {
    const root = page('| a | b |\n|---|--:|\n| c | d |');
    expect(root.firstElementChild?.getAttribute('aria-label')).toBe('Table');
    expect(root.querySelectorAll('[data-align="right"]')).toHaveLength(2);
  });

  it.each([
    ['> [!WARNING]\n> Take care.', '<p>Warning</p><p>Take care.</p>'],
    ['> [!tip]\n>\n> - a', '<p>Tip</p>\n<ul>\n<li>a</li>\n</ul>'],
  ])('says what an alert is: %j', (text, html) => {
    const alert = page(text).querySelector('blockquote');
    expect(alert?.getAttribute('data-alert')).toMatch(/warning|tip/);
    expect(alert?.innerHTML.replace(/(?<=>)\s+(?=<p>|Take)/g, '').trim()).toBe(html);
  });

  it('says what an alert is where lines run on, too', () => {
    const html = markdownHtml('> [!NOTE]\n> Mind *the* gap.\n> So.', { linesRunOn: true });
    expect(parse(fitMarkdown(html, 'a')).querySelector('[data-alert]')?.innerHTML.trim()).toBe(
      '<p>Note</p><p>Mind <em>the</em> gap.\nSo.</p>',
    );
  });

  it.each(['> [!OTHER]\n> a', '> [!NOTE] a', '> a [!NOTE]'])('takes %j for a quote', (text) => {
    expect(page(text).querySelector('[data-alert]')).toBeNull();
    expect(page(text).textContent).toContain('[!');
  });
});

describe('LEARNING-2: what one can do in a text', () => {
  function Bar() {
    return <p data-testid="bar">{useLocation().pathname}</p>;
  }
  const marked = (text: string) =>
    show(
      <ToastProvider>
        <MarkedText html={fitMarkdown(markdownHtml(text), 'a')} />
        <Bar />
      </ToastProvider>,
      synced(),
      '/learnings/a',
    );
  const bar = () => screen.getByTestId('bar').textContent;

  it('a link to the site leads there without a load, but not with a key that means a new tab', () => {
    marked('[there](/projects/b#c) [file](/a.pdf)');
    const link = screen.getByRole('link', { name: 'there' });
    expect(fireEvent.click(link, { ctrlKey: true })).toBe(true);
    expect(bar()).toBe('/learnings/a');
    expect(fireEvent.click(screen.getByRole('link', { name: 'file' }))).toBe(true);
    expect(fireEvent.click(link)).toBe(false);
    expect(bar()).toBe('/projects/b');
  });

  it('code is copied to the byte, without the line break that would run it', async () => {
    const write = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());
    vi.stubGlobal(
      'navigator',
      Object.create(navigator, { clipboard: { value: { writeText: write } } }),
    );
    try {
      marked('```sh\n  cd <dir> && ls\n\n\techo\n```');
      fireEvent.click(screen.getByRole('button', { name: 'Copy code' }));
      expect(write).toHaveBeenCalledWith('  cd <dir> && ls\n\n\techo');
      await waitFor(() => expect(screen.getByText('Code copied')).toBeTruthy());
    } finally {
      vi.unstubAllGlobals();
    }
  });
});
