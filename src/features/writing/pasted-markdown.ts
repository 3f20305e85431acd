import { markdownWriter } from '../../content/markdown-writer.ts';

/** Whether what was copied says more than its words: an editor of code copies its colours, too. */
const says =
  'a[href], h1, h2, h3, h4, h5, h6, ul, ol, table, blockquote, pre, code, img[src], b, strong, i, em, del, s';

/** The elements whose words nobody reads. */
const unread =
  'script, style, title, meta, link, template, noscript, button, svg, input[type=hidden]';

/**
 * What was copied from a page, a document or a spreadsheet, as Markdown; null if its plain words are as good.
 *
 * It only ever becomes text in a box, so nothing of it has to be made safe here.
 *
 * @param html of the clipboard
 */
export function pastedMarkdown(html: string): string | null {
  // Inert: it runs and loads nothing.
  const page = new DOMParser().parseFromString(html, 'text/html').body;
  for (const element of page.querySelectorAll(unread)) element.remove();
  withoutFalseMarks(page);
  if (page.querySelector(says) === null) return null;
  const markdown = writer().turndown(page).trim();
  return markdown === '' ? null : markdown.replace(/\n{3,}/g, '\n\n');
}

function writer(): ReturnType<typeof markdownWriter> {
  const service = markdownWriter();
  service.addRule('pictures', {
    filter: 'img',
    // A picture within the clipboard has no address that readers could load.
    replacement(_, node) {
      const { alt, src } = node as HTMLImageElement;
      return /^https?:/i.test(src) ? `![${alt.replace(/[[\]\n]/g, ' ')}](${src})` : alt;
    },
  });
  return service;
}

/** Google Docs wraps a copy in a `b` that is not bold, and says with styles what is. */
function withoutFalseMarks(page: HTMLElement): void {
  for (const mark of page.querySelectorAll<HTMLElement>('b, strong')) {
    if (/^(normal|400)$/.test(mark.style.fontWeight)) mark.replaceWith(...mark.childNodes);
  }
  for (const span of page.querySelectorAll<HTMLElement>('span')) {
    if (span.closest('h1, h2, h3, h4, h5, h6, pre, code, th') !== null) continue;
    const isBold = Number(span.style.fontWeight) >= 600 || span.style.fontWeight === 'bold';
    if (isBold) wrap(span, 'strong');
    if (span.style.fontStyle === 'italic') wrap(span, 'em');
  }
}

function wrap(element: HTMLElement, name: 'strong' | 'em'): void {
  const around = element.ownerDocument.createElement(name);
  around.append(...element.childNodes);
  element.append(around);
}
