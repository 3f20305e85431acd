import { expect, it } from 'vitest';
import { picturesNamedIn } from '../../src/content/picture-names.ts';

const hash = '0123456789abcdef0123456789abcdef';

it('R44: a picture that a text names is found in an address, in Markdown and in JSON, with the one for cards', () => {
  const name = `pictures/${hash}-1600x900-a1b2c3.webp`;
  const both = [name, `pictures/${hash}-1600x900-a1b2c3-card.webp`];
  expect(picturesNamedIn(name)).toEqual(both);
  expect(picturesNamedIn(`![A heron](${name} "A heron")`)).toEqual(both);
  expect(picturesNamedIn(JSON.stringify({ picture: `/${name}`, text: 'x' }))).toEqual(both);
  expect(picturesNamedIn(both[1] ?? '')).toEqual([both[1]]);
  expect(picturesNamedIn(`${name} ${name}`)).toEqual([...both, ...both]);
});

it('R44: other pictures are none that was added here', () => {
  for (const other of [
    '/pictures/a.svg',
    `pictures/${hash}.webp`,
    `pictures/${hash.slice(1)}-1x1-000000.webp`,
    `https://example.com/${hash}-1x1-000000.webp`,
  ]) {
    expect(picturesNamedIn(other)).toEqual([]);
  }
});
