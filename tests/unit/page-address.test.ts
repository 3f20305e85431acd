import { expect, it } from 'vitest';
import { slugOrId } from '../../src/content/addresses.ts';
import { isPagePath } from '../../src/lib/page-address.ts';

it.each([
  ['/', true],
  ['/projects', true],
  ['/projects/llama.cpp', true],
  ['/learnings/v1.0', true],
  ['/projects/a/b.png', false],
  ['/missing.png', false],
  ['/assets/gone-12345', false],
  ['/sw.js', false],
])('an unknown %s is a page: %s', (path, isPage) => {
  expect(isPagePath(path)).toBe(isPage);
});

it.each(['', '.', '..'])('a slug %j cannot be an address: the id is', (slug) => {
  expect(slugOrId(slug, 'the-id')).toBe('the-id');
  expect(slugOrId('llama.cpp', 'the-id')).toBe('llama.cpp');
});
