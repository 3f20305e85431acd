import { expect, it } from 'vitest';
import { alignBlocks, findPassage, findWord } from '../../src/features/writing/align.ts';

const source = `# Title

Some **bold** words, and [a link](https://some.example/words).

- One item
- Another

\`\`\`js
const some = 1;
\`\`\`

Some **bold** words again.`;

it('WRITE-7: the blocks of a shown text are found in its source, in their order', () => {
  const blocks = [
    'Title',
    'Some bold words, and a link.',
    'One itemAnother',
    'const some = 1;',
    '',
    'Some bold words again.',
  ];
  expect(alignBlocks(source, blocks)).toEqual([
    source.indexOf('Title'),
    source.indexOf('Some'),
    source.indexOf('One'),
    source.indexOf('const'),
    null,
    source.lastIndexOf('Some'),
  ]);
});

it('WRITE-7: a word of a block is found, also one that the block has twice', () => {
  const from = source.indexOf('Some');
  expect(findWord(source, from, 'Some bold words, and a ', 'link')).toBe(source.indexOf('link'));
  expect(findWord('a b a b', 0, 'a b a ', 'b')).toBe(6);
  expect(findWord('a b', 2, '', 'elsewhere')).toBe(2);
});

it('WRITE-8: words that were seen on a page are found in its text, however long that is', () => {
  const long = `${'Some words. '.repeat(20_000)}\n\nThe **very** last words of it.`;
  expect(findPassage(long, 'The very last words of')).toBe(long.indexOf('The **'));
  expect(findPassage(long, 'Nothing of it is there')).toBe(null);
});
