import { renderFormula } from '../../../src/ui/render-formulas.ts';

/**
 * A rendered page with its formulas drawn (LEARNING-2). To be run with a browser around it. Only ui/fit-markdown.ts makes elements with
 * `data-formula`, and the source in them has no elements.
 */
export function withFormulas(html: string): string {
  const template = document.createElement('template');
  return html.replace(
    /<(span|div) data-formula="(?:inline|block)"[^>]*><code>[^<]*<\/code><\/\1>/g,
    (plain) => {
      template.innerHTML = plain;
      const box = template.content.firstElementChild;
      if (box === null) return plain;
      renderFormula(box);
      return box.outerHTML;
    },
  );
}
