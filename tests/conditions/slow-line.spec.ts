import { randomBytes, randomUUID } from 'node:crypto';
import { expect, ownTest as test } from '../e2e/fixtures.ts';
import { importing } from '../e2e/outbox-of-another.ts';
import { startSlowLine } from '../lab/slow-line.ts';
import { signIn } from '../support/admin-at-work.ts';
import type { Embedded } from '../support/embedded.ts';

/**
 * The site on 20 kB/s with 3 % of packets lost. `.ci/run` brings 0.3 MB of content and 20 edits
 * of 5 kB; `SLOW_LINE=whole npm run test:e2e -- slow-line` brings 5 MB and 200.
 */
const isWhole = process.env.SLOW_LINE === 'whole';
const ROWS = isWhole ? 1_000 : 60;
const EDITS = isWhole ? 200 : 20;

/** 5 kB that no coding makes much shorter. */
const text = () => randomBytes(3_750).toString('base64');

test('LIMIT-1: on a slow line content arrives part by part, an admin signs in, and edits arrive, each once', {
  tag: ['@long', '@apart'],
}, async ({ page, embedded }) => {
  test.setTimeout(isWhole ? 1_800_000 : 600_000);
  await addLearnings(embedded);
  const line = await startSlowLine(embedded.url, { bytesPerS: 20_000, lost: 0.03 });
  await page.goto(`${line.url}/offline`);
  const steps = new Set<string>();
  const counts = page.getByRole('row', { name: /^Learnings/ }).getByRole('cell');
  const all = await countOf(embedded, 'true');
  await expect
    .poll(
      async () => {
        const [count = ''] = await counts.allTextContents();
        steps.add(count);
        return count;
      },
      { timeout: test.info().timeout },
    )
    .toBe(String(all));
  // A page of 1 MB shows as soon as it is there.
  expect([...steps].length, [...steps].join(' ')).toBeGreaterThanOrEqual(isWhole ? 4 : 2);

  await signIn(page, line.url, embedded);
  await page.goto(`${line.url}/admin/outbox`);
  const edits = await exportOfEdits(embedded);
  await importing(page, edits);
  await expect
    .poll(() => countOf(embedded, `title like 'On a slow line %'`), {
      timeout: test.info().timeout,
    })
    .toBe(EDITS);
  await expect(page.getByText('Nothing waits')).toBeVisible();
  await line.stop();
});

async function addLearnings({ sql }: Embedded): Promise<void> {
  const values = Array.from({ length: ROWS }, (_, n) => `('Learning ${n}', 'Long.', '${text()}')`);
  for (let at = 0; at < ROWS; at += 100)
    await sql(
      `insert into learnings (title, description, content) values ${values.slice(at, at + 100).join()}`,
    );
}

async function countOf({ sql }: Embedded, condition: string): Promise<number> {
  const [row] = await sql(`select count(*)::int as n from learnings where ${condition}`);
  return Number(row?.n);
}

/** Edits of the admin, as another device has exported them. */
async function exportOfEdits({ sql }: Embedded) {
  const [user] = await sql('select id from auth.users');
  const waiting = Array.from({ length: EDITS }, (_, place) => ({
    place,
    id: randomUUID(),
    account: String(user?.id),
    label: `Add learning ${place}`,
    at: Date.now(),
    changes: [
      {
        op: 'insert',
        table: 'learnings',
        id: randomUUID(),
        values: { title: `On a slow line ${place}`, description: 'Long.', content: text() },
        blank: { created_at: null },
      },
    ],
    after: [],
    attempts: 0,
    sent: false,
  }));
  return { fieldnotes: 'outbox', version: 1, waiting, rejected: [] };
}
