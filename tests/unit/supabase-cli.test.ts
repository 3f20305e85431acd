import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** The commands that owners are told to type are of the command line that `npm run test:hosted` runs. */

const files = [
  'README.md',
  ...['docs', 'tools/owner'].flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => /\.(md|ts)$/.test(file))
      .map((file) => `${folder}/${file}`),
  ),
];

it('every npx command names the version of the Supabase command line that is tested', () => {
  const [, tested] = /'(supabase@[\d.]+)'/.exec(readFileSync('tests/hosted/run.ts', 'utf8')) ?? [];
  expect(tested).toBeDefined();
  const named = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/npx (supabase\S*)/g)].map(
      ([, it]) => `${file}: ${it}`,
    ),
  );
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((one) => !one.endsWith(`: ${tested}`))).toEqual([]);
});
