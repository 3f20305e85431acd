import { firefoxPath, webkitPrograms } from '../browsers/installed.ts';
import { hasExtension, postgresPrograms } from './postgres.ts';

/** What the tests use of a machine beyond Node and Chromium. Where a part is missing, its tests are skipped. */
export interface Part {
  installed: boolean;
  /** What is not run without it. */
  tests: string;
  /** Debian's packages. */
  packages: string;
}

export const parts: readonly Part[] = [
  {
    installed: postgresPrograms !== null,
    tests: 'the tests on a real PostgreSQL',
    packages: 'postgresql',
  },
  {
    installed: hasExtension(postgresPrograms, 'pgtap'),
    tests: 'the database’s own tests (pgTAP)',
    packages: 'postgresql pgtap',
  },
  { installed: firefoxPath !== null, tests: 'the walk in Firefox', packages: 'firefox-esr' },
  {
    installed: webkitPrograms !== null,
    tests: 'the walk in WebKit',
    packages: 'webkit2gtk-driver xvfb',
  },
];

/**
 * @param mayNotSkip whether a part that is missing is a failure, as in continuous integration
 * @returns a line for each part that is missing, and whether the tests may begin
 */
export function skipped(
  all: readonly Part[],
  mayNotSkip: boolean,
): { lines: readonly string[]; mayBegin: boolean } {
  const lines = all
    .filter(({ installed }) => !installed)
    .map(({ tests, packages }) => `Skipped: ${tests} (Debian: apt-get install ${packages}).`);
  return { lines, mayBegin: lines.length === 0 || !mayNotSkip };
}
