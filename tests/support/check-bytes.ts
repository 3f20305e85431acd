import { rmSync } from 'node:fs';
import { budgetsOf, readersOf } from './budgets.ts';
import { buildAt } from './build-site.ts';
import { builtParts } from './built-parts.ts';

/**
 * `npm run check:bytes` builds the site and prints for each budget (budgets.ts) what it is for, the gzipped bytes that
 * are left, and those that it allows. Where one is exceeded, the scripts in it follow, the heaviest first.
 */
const folder = 'test-results/bytes';
await buildAt(folder);
const parts = builtParts(folder);
for (const { what, bytes, scripts } of budgetsOf(parts, readersOf(folder, parts))) {
  const left = bytes - parts.weight(scripts);
  console.log(`${String(left).padStart(7)} left of ${String(bytes).padStart(7)}: ${what}`);
  if (left >= 0) continue;
  console.log(parts.describe(scripts));
  process.exitCode = 1;
}
rmSync(folder, { recursive: true });
