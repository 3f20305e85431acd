import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { skipped } from '../support/parts.ts';
import { hasExtension } from '../support/postgres.ts';

const firefox = { tests: 'the walk in Firefox', packages: 'firefox-esr' };
const line = 'Skipped: the walk in Firefox (Debian: apt-get install firefox-esr).';

it('names what a machine lacks in one line each, with how to get it', () => {
  const other = { installed: true, tests: 'these', packages: 'there' };
  expect(skipped([other, { installed: false, ...firefox }], false)).toEqual({
    lines: [line],
    mayBegin: true,
  });
});

it('does not begin where nothing may be skipped and something would be', () => {
  const { lines, mayBegin } = skipped([{ installed: false, ...firefox }], true);
  expect([lines, mayBegin]).toEqual([[line], false]);
  expect(skipped([{ installed: true, ...firefox }], true).mayBegin).toBe(true);
});

it('tells a PostgreSQL with pgTAP from one without', () => {
  const usr = mkdtempSync(join(tmpdir(), 'fieldnotes-usr-'));
  const programs = join(usr, 'lib/postgresql/15/bin');
  const extensions = join(usr, 'share/postgresql/15/extension');
  mkdirSync(extensions, { recursive: true });
  expect(hasExtension(programs, 'pgtap')).toBe(false);
  writeFileSync(join(extensions, 'pgtap.control'), '');
  expect(hasExtension(programs, 'pgtap')).toBe(true);
  expect(hasExtension(null, 'pgtap')).toBe(false);
  rmSync(usr, { recursive: true });
});
