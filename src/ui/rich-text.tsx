import DOMPurify from 'dompurify';
import { useMemo } from 'react';

/** What an owner's HTML may consist of. Everything else goes, the words in it stay. */
const allowed = {
  ALLOWED_TAGS: [
    ...[
      'h2',
      'h3',
      'h4',
      'h5',
      'h6',
      'p',
      'br',
      'hr',
      'ul',
      'ol',
      'li',
      'blockquote',
      'pre',
      'code',
      'kbd',
    ],
    ...[
      'strong',
      'b',
      'em',
      'i',
      's',
      'u',
      'sub',
      'sup',
      'mark',
      'small',
      'a',
      'img',
      'figure',
      'figcaption',
    ],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td', 'dl', 'dt', 'dd', '#text'],
  ],
  ALLOWED_ATTR: [
    'href',
    'src',
    'alt',
    'title',
    'width',
    'height',
    'start',
    'colspan',
    'rowspan',
    'target',
    'rel',
    'loading',
  ],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  // Links lead to websites, mailboxes and places on this site; pictures come from the first and the last.
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|\/(?![/\\])|#)/i,
};

const purifier = DOMPurify(window);

// The page has its `h1` already.
purifier.addHook('beforeSanitizeElements', (node) => {
  if (!(node instanceof HTMLHeadingElement) || node.tagName !== 'H1') return;
  const heading = document.createElement('h2');
  heading.append(...node.childNodes);
  node.replaceWith(heading);
});

purifier.addHook('uponSanitizeAttribute', (_, attribute) => {
  // DOMPurify lets pictures bring their data along; an SVG in it is a document of its own.
  const isAddress = attribute.attrName === 'src' || attribute.attrName === 'href';
  if (isAddress && !allowed.ALLOWED_URI_REGEXP.test(attribute.attrValue.trim()))
    attribute.keepAttr = false;
});

purifier.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName === 'A') {
    node.setAttribute('target', '_blank');
    node.setAttribute('rel', 'noopener noreferrer');
  }
  // What scrolls sideways has to be reached by keyboard.
  if (node.tagName === 'PRE') node.setAttribute('tabindex', '0');
  if (node.tagName === 'IMG') {
    node.setAttribute('loading', 'lazy');
    if (!node.hasAttribute('alt')) node.setAttribute('alt', '');
  }
});

/** HTML of the owner's, without anything that could run, leave the site, or cover the page. */
export function sanitise(html: string): string {
  return purifier.sanitize(html, allowed);
}

/** Shows HTML of the owner's as prose. */
export function RichText({ html }: { html: string }) {
  const safe = useMemo(() => sanitise(html), [html]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised right above
  return <div className="prose" dangerouslySetInnerHTML={{ __html: safe }} />;
}
