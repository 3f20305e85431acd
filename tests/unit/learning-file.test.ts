import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { learningMarkdown } from '../../src/content/item-markdown.ts';
import { learnings } from '../../src/content/learnings/learnings.ts';
import { resources } from '../../src/content/resources/resources.ts';
import { learningRow } from '../support/rows.ts';

type Row = Parameters<typeof learnings.toItem>[0];
type Columns = Parameters<typeof learningRow>[0];
const itemOf = (row: Columns) => learnings.toItem(learningRow(row) as Row);

/** A file's front matter and its text. */
function read(file: string) {
  const [, matter = '', text = ''] = /^---\n(.*?)\n---\n\n(.*)\n$/s.exec(file) ?? [];
  return { matter: parse(matter), text };
}

const fileOf = (row: Columns) =>
  read(learningMarkdown(itemOf(row), [], 'https://x.org/learnings/a'));

describe('PAGES-5 PAGES-8: a learning as Markdown', () => {
  it('is its source, below title, date, tags and address', () => {
    const row = {
      title: 'A: "title"',
      tags: ['one', 'two: three'],
      description: 'About',
      link: 'https://example.com',
      content: '# Head\n\n```html\n<b>  x\n',
      created_at: '2024-03-14T10:00:00Z',
      updated_at: '2024-11-02T08:00:00Z',
    };
    const resource = { title: 'R]', link_url: 'https://example.com/r', tags: null, type: 'text' };
    const file = learningMarkdown(
      itemOf(row),
      [resources.toItem({ id: crypto.randomUUID(), ...resource } as never)],
      'https://x.org/learnings/a',
    );
    const { matter, text } = read(file);
    expect(text).toBe(row.content);
    expect(matter).toEqual({
      title: row.title,
      date: '2024-03-14T10:00:00.000Z',
      updated: '2024-11-02T08:00:00.000Z',
      tags: row.tags,
      address: 'https://x.org/learnings/a',
      description: 'About',
      link: 'https://example.com',
      resources: ['[R\\]](<https://example.com/r>)'],
    });
  });

  it('names nothing that it does not have', () => {
    const row = {
      title: 'A',
      tags: null,
      description: '',
      link: 'javascript:x',
      content: null,
      created_at: null,
    };
    expect(fileOf(row)).toEqual({
      matter: { title: 'A', address: 'https://x.org/learnings/a' },
      text: '',
    });
  });

  it('says any title, and holds any text to the byte', () => {
    const anything = fc.string({ unit: 'grapheme', minLength: 1 });
    const odd = fc.constantFrom(
      '---',
      '\n---\n',
      '"',
      "'",
      '\\',
      '\u2028',
      '\u0085',
      '\ufeff',
      '\u0000',
      ': - #',
      '{}',
    );
    const text = fc.array(fc.oneof(anything, odd)).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, (title, content) => {
        const file = learningMarkdown({ ...itemOf({}), title, content }, [], '/learnings/a');
        expect(read(file).matter.title).toBe(title);
        expect(file.endsWith(`\n---\n\n${content}\n`)).toBe(true);
      }),
    );
  });
});
