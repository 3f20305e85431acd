import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { signIn } from '../../support/admin-at-work.ts';
import { browserArguments, findBrowser } from '../../support/browser.ts';
import { startEmbedded } from '../../support/embedded.ts';
import { readFlags } from '../../support/flags.ts';
import { grainy, jpegWithNotes } from '../../support/made-pictures.ts';
import { pagesProcessorTime } from '../pages-processor.ts';
import { spread } from '../peers/statistics.ts';

/**
 * `npm run bench:pictures` measures how long a photo of 12 million pixels takes to be made fit for the site: from the choice of the file
 * until its words can be written. It prints a table for docs/benchmarks.md. It reads the site that `npm run test:build` has made.
 *
 * A browser slows only the thread of the page down, and pictures have one of their own. So what is slowed down here is the
 * processor's time of the whole page, which is also not longer when the machine is busy.
 */

const { values } = readFlags({
  runs: { type: 'string', default: '5' },
  slowdown: { type: 'string', default: '4' },
  site: { type: 'string', default: 'test-results/site' },
});
const [width, height] = [4000, 3000];

const embedded = await startEmbedded({ siteDir: values.site });
const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: [...browserArguments],
});
const system = await browser.newBrowserCDPSession();
const page = await browser.newPage({ baseURL: embedded.url });
await signIn(page, embedded.url, embedded);
const jpeg = new Uint8Array(await grainy(width, height).encode('jpeg', 85));
// Held upright, as phones do: it has to be turned.
const photo = jpegWithNotes(jpeg, 6);
// Of a folder, as what is chosen is: bytes would be passed through the page.
const folder = mkdtempSync(join(tmpdir(), 'fieldnotes-photo-'));
const file = join(folder, 'photo.jpg');
writeFileSync(file, photo);
const took: number[] = [];
const worked: number[] = [];
for (let run = 0; run < Number(values.runs); run += 1) {
  await page.goto('/admin/learnings/new');
  await page.getByRole('toolbar').waitFor();
  // What the start has left to do is not the photo's.
  await page.waitForTimeout(4_000);
  const before = await pagesProcessorTime(system);
  const start = performance.now();
  await page.locator('[role=toolbar] input[type=file]').setInputFiles(file);
  await page.getByRole('dialog').getByRole('textbox').waitFor({ timeout: 60_000 });
  took.push(performance.now() - start);
  worked.push((await pagesProcessorTime(system)) - before);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
}
await browser.close();
await embedded.stop();
rmSync(folder, { recursive: true });
const slowed = worked.map((it) => it * Number(values.slowdown));
const size = `${width} × ${height} pixels, ${(photo.length / 1e6).toFixed(1)} MB`;
const rows = [
  [`a photo of ${size}`, 'ms: median (least–most)'],
  ['---', '---:'],
  ['by the clock, on this machine', spread(took)],
  ['of the processor, all threads of the page', spread(worked)],
  [`… on a phone at 1 / ${values.slowdown} of its speed`, spread(slowed)],
];
console.log(rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n'));
