import {
  chmodSync,
  closeSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeWhole } from '../../tools/owner/write-whole.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fieldnotes-whole-'));
  file = join(folder, 'a.ts');
  writeFileSync(file, 'old');
  chmodSync(file, 0o640);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('FIRST-1: whoever has the file open goes on reading all of the old text', () => {
  const open = openSync(file, 'r');
  writeWhole(file, 'new');
  expect(readFileSync(open, 'utf8')).toBe('old');
  closeSync(open);
  expect(readFileSync(file, 'utf8')).toBe('new');
  expect(readdirSync(folder)).toEqual(['a.ts']);
  expect(statSync(file).mode & 0o777).toBe(0o640);
});

it('FIRST-1: a link to the file stays one', () => {
  const link = join(folder, 'link.ts');
  symlinkSync(file, link);
  writeWhole(link, 'new');
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect(readFileSync(file, 'utf8')).toBe('new');
});

it('FIRST-1: nothing is left beside it where it cannot be written', () => {
  expect(() => writeWhole(join(folder, 'none.ts'), 'new')).toThrow();
  expect(readdirSync(folder)).toEqual(['a.ts']);
});
