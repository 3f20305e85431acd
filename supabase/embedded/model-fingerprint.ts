import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What the build says of the model: a hash of the sources that orders and lookups are derived by. Another hash makes
 * devices derive theirs anew (src/engine/mirror/derive.ts); a change that alters nothing costs them one pass over their rows.
 */
export function modelFingerprint(): { __MODEL_FINGERPRINT__: string } {
  const folder = join(import.meta.dirname, '../../src/content');
  const hash = createHash('sha256');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  for (const name of names) {
    if (name.endsWith('.ts') && !name.endsWith('-form.ts'))
      hash.update(name).update(readFileSync(join(folder, name)));
  }
  return { __MODEL_FINGERPRINT__: JSON.stringify(hash.digest('hex').slice(0, 16)) };
}
