import { firefoxPath, webkitPrograms } from '../browsers/installed.ts';
import { nginxProgram } from './nginx.ts';
import { hasExtension, postgresPrograms } from './postgres.ts';

/** The programs that the tests use beyond Node and Chromium. If one is missing, its tests are skipped. */
export interface Part {
  installed: boolean;
  /** The tests that do not run without it. */
  tests: string;
  /** The Debian packages. */
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
  { installed: nginxProgram !== null, tests: 'the cache in front of the API', packages: 'nginx' },
  { installed: firefoxPath !== null, tests: 'the walk in Firefox', packages: 'firefox-esr' },
  {
    installed: webkitPrograms !== null,
    tests: 'the walk in WebKit',
    packages: 'webkit2gtk-driver xvfb',
  },
];

/**
 * @param mayNotSkip whether a missing part is a failure, as in continuous integration
 * @returns a line for each missing part, and whether the tests may begin
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
