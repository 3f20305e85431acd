/** Real HTML tags, and not any `<` that prose may hold: `a < b` and `List<int>` stay as they are. */
const tag =
  /<\/?(?:a|abbr|article|aside|b|blockquote|body|br|button|center|cite|code|dd|del|details|div|dl|dt|em|embed|figcaption|figure|font|footer|form|frame|h[1-6]|head|header|hr|html|i|iframe|img|input|ins|kbd|label|li|link|main|mark|math|meta|nav|object|ol|option|p|pre|q|s|samp|script|section|select|small|source|span|strike|strong|style|sub|summary|sup|svg|table|tbody|td|template|textarea|tfoot|th|thead|title|tr|tt|u|ul|var|video)(?:\s[^<>]*)?\/?>/gi;
const unseen = /<(script|style|template)\b[\s\S]*?<\/\1\s*>|<!--[\s\S]*?-->/gi;
const entities: Readonly<Record<string, string>> = {
  '&nbsp;': ' ',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

/**
 * Spec section 2, Learning detail: content without HTML tags and a few entities, split into paragraphs
 * on blank lines. The result is text and is only ever shown as such.
 */
export function learningParagraphs(content: string): string[] {
  return plainText(content)
    .split(/\r?\n[ \t]*(?:\r?\n)+/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
}

/** Content as text. What a removed tag leaves behind may make another: repeated until none is left. */
export function plainText(content: string): string {
  let text = content;
  for (let rest = text.length; rest >= 0; rest -= 1) {
    const less = text.replace(unseen, '').replace(tag, '');
    if (less === text) break;
    text = less;
  }
  return text.replace(/&(?:nbsp|lt|gt|quot|#39|amp);/g, (entity) => entities[entity] ?? entity);
}
