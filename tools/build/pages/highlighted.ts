import { highlightCode } from '../../../src/ui/highlight-code.ts';
import { isHighlighted } from '../../../src/ui/highlight-known.ts';

/**
 * A rendered page with its code in colours (LEARNING-2). To be run with a browser around it.
 *
 * Only ui/fit-markdown.ts makes elements with `data-code`: words are escaped, and DOMPurify takes such attributes away. The code
 * in it has no elements, so it ends at the first tag.
 */
export function highlighted(html: string): string {
  const code = document.createElement('code');
  return html.replace(
    /(<div data-code="([^"]+)">.*?<code>)([^<]*)/gs,
    (plain, before: string, language: string, escaped: string) => {
      if (!isHighlighted(language)) return plain;
      code.innerHTML = escaped;
      highlightCode(code, language);
      return before + code.innerHTML;
    },
  );
}
