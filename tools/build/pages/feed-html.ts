import { markdownHtml } from '../../../src/content/markdown/markdown-html.ts';
import type { TextRules } from '../../../src/content/markdown/text-rules.ts';
import { absolute } from '../../../src/features/head/public-page.ts';
import { withinSite } from '../../../src/lib/in-site.ts';
import { fitMarkdown } from '../../../src/ui/fit-markdown.ts';
import { inBrowser } from './render.tsx';

/** Only the page's own needs: buttons, labels of boxes that scroll, notes on tabs. */
const ofPage = 'button, [data-code] > div, a > span';
const kept = new Set(['href', 'id', 'src', 'alt', 'title', 'width', 'height', 'start', 'type']);
const keptFlags = new Set(['checked', 'disabled']);

/**
 * A Markdown text for a feed: readers show it without our styles, at an address of their own. It is what the page shows, with
 * absolute addresses.
 *
 * @param text.of the id of the item whose text it is
 * @param text.page the address of the item's page
 * @param text.address of the home page, without a slash at its end
 * @param text.pageNamed as in src/ui/fit-markdown.ts
 * @param text.rules of a kind whose page has several texts; a learning has a page of its own
 */
export function feedHtml(
  content: string,
  {
    of,
    page,
    address,
    pageNamed,
    rules,
  }: {
    of: string;
    page: string;
    address: string;
    pageNamed: (name: string) => string | null;
    rules?: TextRules;
  },
): string {
  return inBrowser(() => {
    const template = document.createElement('template');
    template.innerHTML = fitMarkdown(markdownHtml(content, rules), of, {
      isAmongOthers: rules !== undefined,
      pageNamed,
    });
    for (const button of template.content.querySelectorAll('[data-picture]'))
      button.replaceWith(...button.childNodes);
    for (const element of template.content.querySelectorAll(ofPage)) element.remove();
    for (const heading of template.content.querySelectorAll(':is(h2, h3, h4, h5, h6)[id]')) {
      const itself = heading.querySelector(`a[href="#${heading.id}"]`);
      itself?.replaceWith(...itself.childNodes);
      heading.removeAttribute('id');
    }
    for (const element of template.content.querySelectorAll('*')) {
      for (const name of element.getAttributeNames()) {
        if (!kept.has(name) && !keptFlags.has(name)) element.removeAttribute(name);
      }
    }
    for (const [tag, name] of [
      ['a', 'href'],
      ['img', 'src'],
    ] as const) {
      for (const element of template.content.querySelectorAll(tag)) {
        const there = element.getAttribute(name) ?? '';
        if (there.startsWith('#h-')) element.setAttribute(name, `${page}${there}`);
        else if (!there.startsWith('#'))
          element.setAttribute(name, absolute(withinSite(there), address));
      }
    }
    return template.innerHTML;
  });
}
