import '../support/rare-syntax.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commentaries } from '../../src/content/commentaries/commentaries.ts';
import { learnings } from '../../src/content/learnings/learnings.ts';
import { markdownHtml } from '../../src/content/markdown/markdown-html.ts';
import {
  itemPages,
  mentionsOf,
  type NamedItems,
  pagesByName,
  unfoundNames,
} from '../../src/content/page-links/item-pages.ts';
import { namesIn } from '../../src/content/page-links/names-in.ts';
import { projects } from '../../src/content/projects/projects.ts';
import { resources } from '../../src/content/resources/resources.ts';
import { tools } from '../../src/content/tools/tools.ts';
import { pieces, timeToRead } from '../support/hostile-markdown.ts';
import { commentaryRow, learningRow, projectRow, resourceRow, toolRow } from '../support/rows.ts';

const at = (day: number) => `2026-01-0${day}T00:00:00Z`;
const learning = (columns: object) => learnings.toItem(learningRow({ ...columns }) as never);
const project = (columns: object) => projects.toItem(projectRow({ ...columns }) as never);
const resource = (columns: object) => resources.toItem(resourceRow({ ...columns }) as never);
const commentary = (columns: object) => commentaries.toItem(commentaryRow({ ...columns }) as never);
const tool = (columns: object) => tools.toItem(toolRow({ ...columns }) as never);

const site = (items: Partial<NamedItems>) =>
  itemPages({ learnings: [], projects: [], resources: [], tools: [], commentaries: [], ...items });
const addressIn = (items: Partial<NamedItems>, name: string) =>
  pagesByName(site(items))(name)?.address() ?? null;

describe('LEARNING-2: the page of a name', () => {
  const items: NamedItems = {
    learnings: [learning({ title: 'Chunk  size' }), learning({ title: 'Ollama' })],
    projects: [project({ title: 'Ask My Notes' }), project({ title: 'Ollama' })],
    resources: [resource({ title: 'A paper', tags: 'rag' })],
    tools: [tool({ name: 'Dexie & co' })],
    commentaries: [commentary({ title: 'Opinion' })],
  };

  it.each([
    ['chunk size', '/learnings/chunk-size'],
    [' Ask my\u00a0notes', '/projects/ask-my-notes'],
    ['ask-my-notes', '/projects/ask-my-notes'],
    ['/projects/ask-my-notes', '/projects/ask-my-notes'],
    ['A paper', '/resources'],
    ['Dexie & co', '/friends?q=Dexie+%26+co'],
    ['Nothing', null],
    ['Opinion', null],
    ['', null],
  ])('%j is at %j', (name, address) => {
    expect(addressIn(items, name)).toBe(address);
  });

  it('is a learning’s before a project’s, and that of the oldest of one title', () => {
    expect(addressIn(items, 'Ollama')).toBe('/learnings/ollama');
    const [newer, older] = [2, 1].map((day) => learning({ title: 'Twice', created_at: at(day) }));
    if (newer === undefined || older === undefined) throw new Error('there are two');
    const pages = site({ learnings: [newer, older] });
    expect(pagesByName(pages)('twice')?.id).toBe(older.id);
  });

  it('is that of a former address, too', () => {
    const renamed = learning({ title: 'New', slug: 'new', former_slugs: ['older', 'old'] });
    for (const name of ['old', 'older', '/learnings/new']) {
      expect(addressIn({ learnings: [renamed] }, name)).toBe('/learnings/new');
    }
  });

  it('is that of a title before that of an address', () => {
    const pages = { learnings: [learning({ title: 'A b' }), learning({ title: 'a-b' })] };
    expect(pagesByName(site(pages))('a-b')?.title).toBe('a-b');
  });
});

describe('LEARNING-2: mentions', () => {
  const target = learning({ title: 'Target', content: 'I link to [[Target]] myself.' });
  const one = learning({ title: 'One', content: 'See [[target|that]] and [[Target]].' });
  const code = learning({ title: 'Code', content: '`[[Target]]`\n\n```\n[[Target]]\n```' });
  const none = learning({ title: 'None', content: 'Target, [Target], [[Targets]]' });
  const tooled = tool({ name: 'Tool', bio: '[[target]]' });
  const opinion = commentary({ title: 'Opinion', content: '[[Target]]' });
  const marked = project({ title: 'Marked', details: '# [[Target]]' });
  const inHtml = project({ title: 'HTML', details: '<p>[[Target]]</p>' });
  const listed = resource({ title: 'Listed', description: '[[Target]] [[Nowhere]]' });
  const pages = site({
    learnings: [target, one, code, none],
    projects: [marked, inHtml],
    resources: [listed],
    tools: [tooled],
    commentaries: [opinion],
  });

  it('are the items whose texts link to one, each once, without itself and what is code', () => {
    expect(mentionsOf(target.id, pages).map(({ title }) => title)).toEqual([
      ...['One', 'Marked', 'Tool', 'Opinion'],
    ]);
  });

  it('tell which names no page has', () => {
    expect(unfoundNames(pages).map(({ page, names }) => [page.title, names])).toEqual([
      ['None', ['Targets']],
    ]);
  });
});

describe('the names in a text', () => {
  const word = fc.constantFrom(
    ...['a', '[[a]]', '[[b|c]]', '[[d `e`]]', '[[', ']]', '\\[[f]]', '`[[g]]`', '``[[l]]``', '|'],
    ...['`', '`', '``', '[[m ` n]]', '[[`o]]', '[[p\\`]]', '\\`', '\\\\'],
    ...[' ', '\n', '\n\n', '\n```\n', '(h)', '[i](/j)', '[[]]', '[[|k]]'],
  );

  it('are those that the parser finds', () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), (words) => {
        const text = words.join('');
        const found = [...markdownHtml(text).matchAll(/<a href="page:([^"]*)"/g)];
        expect([text, namesIn(text)]).toEqual([text, found.map(([, name]) => name)]);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([...pieces, '[[', '[[a', '[[a|', '[[a]]', '[[a]](', '`[[a'])(
    'are found in no time, however often %j is repeated',
    (piece) => {
      expect(timeToRead(piece, namesIn)).toBeLessThan(1_000_000);
    },
  );
});
