import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PUBLISHABLE_KEY } from '../../tools/server/database/backend.ts';
import { startCommand } from '../support/command.ts';
import { type Embedded, startEmbedded } from '../support/embedded.ts';

/** The engine without the site: the example of its README, as it is written there. */

const root = resolve(import.meta.dirname, '../..');
const readme = readFileSync(resolve(root, 'src/engine/README.md'), 'utf8');

function block(language: string): string {
  const found = new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(readme);
  if (found?.[1] === undefined) throw new Error(`The README shows no ${language}.`);
  return found[1];
}

let embedded: Embedded;
beforeAll(async () => {
  embedded = await startEmbedded({ seed: false });
  await embedded.sql(block('sql'));
});
afterAll(() => embedded.stop());

describe('the engine, imported by its door alone', () => {
  it('works in a script with its own kind: an edit of one device shows on another in the same process', async () => {
    const folder = resolve(root, 'test-results');
    mkdirSync(folder, { recursive: true });
    const script = resolve(folder, 'engine-alone.ts');
    writeFileSync(script, block('ts'));
    const { email, password } = embedded.backend.demoAdmin;
    const words = ['--import', 'tsx', script, embedded.url, PUBLISHABLE_KEY, email, password];
    const run = startCommand(process.execPath, words, {});
    // Stopped, engines leave nothing behind that would keep the process alive.
    expect([await run.ended, run.printed()]).toEqual([0, expect.any(String)]);
    expect(run.printed()).toMatch(/^desk[\s\S]*Dune[\s\S]*^phone[\s\S]*Dune/m);
    expect(await embedded.sql('select title from public.books')).toEqual([{ title: 'Dune' }]);
  });
});
