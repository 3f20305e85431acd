/**
 * What Notion's export of Markdown adds. Each file and folder is called by its title and 32 hexadecimal digits. A page of a database
 * has its properties as lines between title and text; there is no front matter.
 */

const id = / ?[0-9a-f]{32}(?:_all)?(?=\.[^./]+$|$)/;

export function isOfNotion(path: string): boolean {
  return id.test(path);
}

/** @param name of a file or a folder */
export function withoutNotionId(name: string): string {
  const words = name.replace(id, '');
  return words === '' || words.startsWith('.') ? name : words;
}

/** The fields that front matter has for properties that people have. All others are words of the text. */
const properties: Readonly<Record<string, string>> = {
  ...{ tags: 'tags', tag: 'tag', category: 'category', categories: 'categories' },
  ...{ date: 'date', published: 'published', created: 'created', 'created time': 'created' },
  ...{ updated: 'updated', 'last edited': 'updated', 'last edited time': 'updated' },
  ...{ description: 'description', summary: 'summary', slug: 'slug', link: 'link', url: 'link' },
};

/**
 * Takes the properties out of a page's text.
 *
 * @param body with the line ends of Unix
 * @returns the text with blanks where they were, so that every place in it stays where it is
 */
export function notionPropertiesOf(body: string): {
  readonly fields: ReadonlyMap<string, string>;
  readonly body: string;
} {
  const fields = new Map<string, string>();
  const [heading = ''] = /^\n*# [^\n]*\n\n/.exec(body) ?? [];
  const [block = ''] =
    /^(?:[^\s:][^:\n]{0,60}:(?: [^\n]*)?\n)*[^\s:][^:\n]{0,60}:(?: [^\n]*)?(?=\n\n|\n*$)/.exec(
      body.slice(heading.length),
    ) ?? [];
  if (heading === '' || block === '') return { fields, body };
  const rest = block.split('\n').map((line) => {
    const [, name = '', value = ''] = /^([^:]+): ?(.*)$/.exec(line) ?? [];
    const field = properties[name.trim().toLowerCase()];
    if (field === undefined || fields.has(field)) return line;
    fields.set(field, value);
    return ' '.repeat(line.length);
  });
  return {
    fields,
    body: heading + rest.join('\n') + body.slice(heading.length + block.length),
  };
}
