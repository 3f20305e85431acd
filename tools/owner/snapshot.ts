import { writeFileSync } from 'node:fs';
import { loadEnv } from 'vite';
import { backendOf } from '../../src/lib/backend-of-build.ts';
import { atBase, PATIENCE_MS } from '../build/pages/real-pages.ts';
import { KEPT_FILE } from '../build/pages/snapshot-file.ts';

/** `npm run snapshot`: keeps the site's content in a file, for builds whose backend does not answer. */
const root = process.cwd();
const { url, key } = backendOf('', loadEnv('production', root, 'VITE_'));
const snapshot =
  url === ''
    ? 'this site names no backend (VITE_SUPABASE_URL)'
    : await atBase({ mode: 'production', root, base: '/' }, ({ readSnapshot }) =>
        readSnapshot({ url, key }, PATIENCE_MS),
      );
if (typeof snapshot === 'string') {
  console.error(`No snapshot was written: ${snapshot}.`);
  process.exitCode = 1;
} else {
  writeFileSync(KEPT_FILE, `${snapshot.text}\n`);
  console.log(`The content of ${url} is in ${KEPT_FILE}. Commit it.`);
}
