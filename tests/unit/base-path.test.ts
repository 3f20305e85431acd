import { expect, it } from 'vitest';
import { basePath } from '../../tools/build/plugins/build-settings.ts';

it.each([
  [undefined, '/'],
  ['', '/'],
  ['/', '/'],
  ['notes', '/notes/'],
  ['/notes', '/notes/'],
  ['/notes/', '/notes/'],
  ['me/notes', '/me/notes/'],
])('HOST-3: the folder %j is %s', (setting, base) => {
  expect(basePath(setting)).toBe(base);
});
