import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { skipped } from '../support/parts.ts';
import { hasExtension } from '../support/postgres.ts';

it('names what a machine lacks in one line each, with how to get it', () => {
  expect(
    skipped([
      { installed: true, tests: 'these', packages: 'there' },
      { installed: false, tests: 'the walk in Firefox', packages: 'firefox-esr' },
    ]),
  ).toEqual(['Skipped: the walk in Firefox (Debian: apt-get install firefox-esr).']);
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
