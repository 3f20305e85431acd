import DOMPurify from 'dompurify';
import { isInvisible } from '../lib/invisible.ts';
import { attributes, elements, fitHtml, xhtml } from './fit-html.ts';

/**
 * Sanitizes HTML that an owner wrote, or that an attacker got into the database. Elements that fit-html.ts does not list are
 * replaced by their text, unless the text was never meant to be read (scripts, styles, templates).
 */
const rules = {
  ALLOWED_TAGS: [...elements, '#text'],
  ALLOWED_ATTR: [...new Set(Object.values(attributes).flat())],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  ALLOWED_NAMESPACES: [xhtml],
};

/** The sanitized HTML; empty if nothing visible is left. */
export function safeHtml(html: string): string {
  // In an unsupported browser DOMPurify returns its input unchanged.
  if (!DOMPurify.isSupported) throw new Error('HTML cannot be made safe here.');
  // Content of a template is inert: no picture is requested before it is checked.
  const template = document.createElement('template');
  template.innerHTML = DOMPurify.sanitize(html, rules);
  const page = template.content;
  // A second, narrower check, independent of DOMPurify, which has one list of attributes for all elements.
  fitHtml(page);
  const isBlank = isInvisible(page.textContent ?? '') && page.querySelector('img') === null;
  return isBlank ? '' : template.innerHTML;
}
