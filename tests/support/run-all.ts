import { spawnSync } from 'node:child_process';
import { installedEngines } from '../browsers/installed.ts';
import { builtSite } from './build-site.ts';
import { parts, skipped } from './parts.ts';

/**
 * `npm test`: one layer after the other, each with its result and its time. All of them run, so that one run shows
 * every failure. With REQUIRE_ALL=1, as in continuous integration, a layer that cannot run is a failure.
 */

/** Names, and the arguments of npm's `run`. */
const layers: Readonly<Record<string, string>> = {
  'types and lint': 'check',
  unit: 'test:unit -- tests/unit tests/sync tests/lab src',
  integration: 'test:unit -- tests/integration --exclude **/add-a-kind.test.ts',
  build: 'test:build',
  browsers: 'test:e2e -- --project=site --grep-invert=@long',
  'three engines': `test:e2e -- ${installedEngines.map((name) => `--project=${name}`).join(' ')} --grep-invert=@long`,
};

const { lines, mayBegin } = skipped(parts, process.env.REQUIRE_ALL === '1');
for (const line of lines) console.log(line);
if (!mayBegin) {
  console.error('REQUIRE_ALL is set: nothing may be skipped.');
  process.exit(1);
}

const told: string[] = [];
for (const [name, command] of Object.entries(layers)) {
  const begun = Date.now();
  const { status } = spawnSync('npm', ['run', '--silent', ...command.split(' ')], {
    stdio: 'inherit',
    // The previous layer has built it.
    env: name === 'build' ? process.env : { ...process.env, SITE_DIR: builtSite },
  });
  const seconds = Math.round((Date.now() - begun) / 1000);
  told.push(`${status === 0 ? 'passed' : 'FAILED'}  ${String(seconds).padStart(4)} s  ${name}`);
  if (status !== 0) process.exitCode = 1;
}
console.log(['', ...told, ...lines].join('\n'));
