import { describe, expect, it } from 'vitest';
import { linkNotes } from '../../../src/content/moving-in/link-notes.ts';
import { readNote } from '../../../src/content/moving-in/read-note.ts';
import { namesIn } from '../../../src/content/page-links/names-in.ts';

/** Links between notes become links between learnings. */

const folder = (files: Readonly<Record<string, string>>, isTaken?: (title: string) => boolean) => {
  const notes = Object.entries(files).map(([path, text]) => readNote({ path, text, changedAt: 0 }));
  const linked = linkNotes(notes, (path) => `id-of-${path.replace(/\W/g, '-')}`, isTaken);
  return new Map(linked.map((note) => [note.path, note]));
};

const others = {
  'b.md': '# The title of B\n\nx',
  'deep/c d.md': '---\naliases: [Another name]\npermalink: /old/c/\n---\n# See: [C]\n\nx',
  'one/same.md': '# Same\n\nx',
  'two/same.md': '# Same\n\nx',
  'Plain.md': 'x',
};

const linked = (text: string, path = 'a.md') => {
  const note = folder({ ...others, [path]: text }).get(path);
  return {
    content: note?.values.content,
    told: note?.told.map(({ sort, words }) => `${sort}: ${words}`),
  };
};

const c = '/learnings/id-of-deep-c-d-md';

describe('MOVE-2: a link to another note', () => {
  it.each([
    // By name.
    ['See [[b]].', 'See [[The title of B|b]].'],
    ['See [[b|these words]].', 'See [[The title of B|these words]].'],
    ['See [[The Title of B]].', 'See [[The Title of B]].'],
    ['See [[plain]].', 'See [[plain]].'],
    ['See [[Another name]].', `See [Another name](${c}).`],
    ['See [[deep/c d|x]].', `See [x](${c}).`],
    ['See [[b#Some Part]].', 'See [b > Some Part](/learnings/id-of-b-md#h-some-part).'],
    ['See [[b#^a1b2|x]].', 'See [[The title of B|x]].'],
    ['See [[#Some Part]].', 'See [Some Part](#some-part).'],
    ['See [[one/same]].', 'See [one/same](/learnings/id-of-one-same-md).'],
    ['| a |\n|---|\n| [[b\\|x]] |', '| a |\n|---|\n| [[The title of B\\|x]] |'],
    ['![[b]]', '[[The title of B|b]]'],
    // By address.
    ['See [B](b.md).', 'See [[The title of B|B]].'],
    ['See [*B*](./b.md).', 'See [*B*](/learnings/id-of-b-md).'],
    ['See [B](b.md "Title").', 'See [B](/learnings/id-of-b-md "Title").'],
    ['See [B](b.md#some-part).', 'See [B](/learnings/id-of-b-md#h-some-part).'],
    ['See [C](deep/c%20d.md).', `See [C](${c}).`],
    ['See [C](<deep/c d.md>).', `See [C](<${c}>).`],
    ['See [C](/old/c/).', `See [C](${c}).`],
    ['See [B](b) and [B](b/).', 'See [[The title of B|B]] and [[The title of B|B]].'],
    ['See [B][ref].\n\n[ref]: b.md', 'See [B][ref].\n\n[ref]: /learnings/id-of-b-md'],
    ['[B](b.md)(x)', '[B](/learnings/id-of-b-md)(x)'],
    ['> - [B](b.md)\n>   [[b|x]]', '> - [[The title of B|B]]\n>   [[The title of B|x]]'],
    ['| a |\n|---|\n| [x](b.md) |', '| a |\n|---|\n| [[The title of B\\|x]] |'],
  ])('%j', (text, content) => {
    expect(linked(text).content).toBe(content);
  });

  it.each(['../b.md', '../two/../b.md', '/b.md'])('from a folder: %s', (address) => {
    expect(linked(`[B](${address})`, 'one/a.md').content).toBe('[[The title of B|B]]');
  });

  it('by a name of two means the one of its own folder', () => {
    expect(linked('[[same|x]]', 'two/a.md').content).toBe('[x](/learnings/id-of-two-same-md)');
  });

  it('has the id where another item of the site has the title', () => {
    const notes = folder({ ...others, 'a.md': '[[b]]' }, (title) => title === 'the title of b');
    expect(notes.get('a.md')?.values.content).toBe('[b](/learnings/id-of-b-md)');
  });

  it('is found by the site under its title', () => {
    expect(namesIn(linked('[[b|x]] and [y](b.md)').content ?? '')).toEqual([
      'The title of B',
      'The title of B',
    ]);
  });
});

describe('MOVE-2: what is no link to another note stays as it is:', () => {
  it.each([
    '`[[b]]` and ``[B](b.md)``',
    '```md\n[[b]] [B](b.md) ![[b]]\n```',
    '~~~\n[[b]]\n~~~',
    'x\n\n    [[b]]',
    '- x\n\n      [[b]]',
    '<div>[[b]]</div>',
    '\\[[b]]',
    '[[b]](https://x.org)',
    '$[[b]]$ costs',
    '[B](https://x.org/b.md) <https://x.org/b.md> https://x.org/b.md',
    '[B](mailto:b@x.org) [part](#part) [^1]\n\n[^1]: Note',
  ])('%j', (text) => {
    expect(linked(text)).toEqual({ content: text, told: [] });
  });
});

it('MOVE-5: pictures that the site takes in are shown by their paths there', () => {
  const text =
    '![A *cat*](<img/a b.png> "Title") ![[dog.png|A _dog_]] ![[dog.png|200x100]] ![[dog.png]] ![x](big.tiff) `![](dog.png)`';
  const asked: string[] = [];
  const [note] = linkNotes(
    [readNote({ path: 'in/a.md', text, changedAt: 0 })],
    () => 'id',
    undefined,
    (address, from) => {
      asked.push(`${address} of ${from}`);
      return address === 'big.tiff' ? 'it is too large' : { path: `/pictures/${asked.length}` };
    },
  );
  expect(note?.values.content).toBe(
    '![A *cat*](</pictures/1> "Title") ![A \\_dog\\_](/pictures/2) ![](/pictures/3) ![](/pictures/4) ![x](big.tiff) `![](dog.png)`',
  );
  expect(asked[0]).toBe('img/a b.png of in/a.md');
  expect(note?.told).toEqual([{ sort: 'picture', line: 1, words: 'big.tiff (it is too large)' }]);
});

it('MOVE-2: what leads nowhere here stays, and is told with its line', () => {
  const text = [
    '---\ntitle: A\n---\n# A\n',
    '[[Nowhere]] [x](gone.md) [x](../outside.md)',
    '![[picture.png|200]] ![x](./a.png) ![x](https://x.org/a.png)',
    '![[Nowhere too]] [x](data.csv) ![[b]]',
  ].join('\n');
  const note = folder({ ...others, 'a.md': text }).get('a.md');
  expect(note?.values.content).toContain('![[picture.png|200]] ![x](./a.png)');
  expect(note?.told).toEqual([
    { sort: 'lost link', line: 6, words: '[[Nowhere]]' },
    { sort: 'lost link', line: 6, words: 'gone.md' },
    { sort: 'lost link', line: 6, words: '../outside.md' },
    { sort: 'picture', line: 7, words: '![[picture.png]]' },
    { sort: 'picture', line: 7, words: './a.png' },
    { sort: 'remote picture', line: 7, words: 'https://x.org/a.png' },
    { sort: 'embed', line: 8, words: '![[Nowhere too]]' },
    { sort: 'file', line: 8, words: 'data.csv' },
    { sort: 'embed', line: 8, words: '![[b]] is a link now.' },
  ]);
});

it.each([
  ['links that lead nowhere', '[[a]] [x](y.md)\n\n'.repeat(5_000)],
  ['spaces', `# a${' '.repeat(400_000)}b\n\nx`],
  ['slashes', `---\npermalink: ${'/'.repeat(60_000)}x\n---\nx`],
  ['brackets', '['.repeat(400_000)],
])('MOVE-4: a file of endless %s keeps nobody waiting', (_, text) => {
  expect(linked(text).content).toBeDefined();
});
