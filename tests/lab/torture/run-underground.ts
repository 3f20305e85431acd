import { resolve } from 'node:path';
import { build } from 'vite';
import { startEmbedded } from '../../support/embedded.ts';
import { readFlags } from '../../support/flags.ts';
import { startFaultProxy } from '../fault-proxy.ts';
import { killableBrowser } from '../killable-browser.ts';
import { dayUnderground } from './underground.ts';

/** `npm run torture:browser -- --kills 50 --seed 1`: the exit code and the last line say the result. */

/** In so many lives some texts with pictures stay. */
const USUAL_KILLS = 50;

const { values: options } = readFlags({
  kills: { type: 'string', default: String(USUAL_KILLS) },
  seed: { type: 'string', default: '1' },
});
const [kills, seed] = [Number(options.kills), Number(options.seed)];

const siteDir = resolve('test-results/underground');
Object.assign(process.env, { VITE_SUPABASE_URL: '', VITE_SUPABASE_PUBLISHABLE_KEY: '' });
await build({ logLevel: 'warn', build: { outDir: siteDir, emptyOutDir: true } });
const embedded = await startEmbedded({ siteDir });
const network = await startFaultProxy(embedded.url, { seed });
const phone = killableBrowser();
try {
  const day = { embedded, network, phone, kills, seed, tell: console.log };
  const { confirmed, interrupted, pictures, counts } = await dayUnderground(day);
  if (kills >= USUAL_KILLS && pictures === 0) throw new Error('a long day has met no picture');
  for (const [what, times] of Object.entries(counts).sort()) {
    console.log(`${String(times).padStart(9)}  ${what}`);
  }
  console.log(
    `seed ${seed}: ${kills} kills, ${confirmed} edits confirmed and ${interrupted} interrupted, with ${pictures} files of pictures, all that was confirmed arrived once`,
  );
} catch (error) {
  console.log(error);
  console.log(`seed ${seed}: FAILED`);
  process.exitCode = 1;
} finally {
  await phone.stop();
  await network.stop();
  await embedded.stop();
}
