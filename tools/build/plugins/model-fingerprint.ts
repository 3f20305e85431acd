import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** How the engine derives a kind from its columns. */
const derivation = ['engine/columns.ts', 'engine/define.ts'];

/**
 * A hash of the sources that define orders and lookups. With another hash devices derive theirs anew
 * (src/engine/mirror/derive.ts); if the change alters nothing, that costs one pass over their rows.
 */
export function modelFingerprint(): { __MODEL_FINGERPRINT__: string } {
  const source = join(import.meta.dirname, '../../../src');
  const names = readdirSync(join(source, 'content'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('-form.ts'))
    .map((name) => join('content', name));
  const hash = createHash('sha256');
  for (const name of [...names, ...derivation].sort())
    hash.update(name).update(readFileSync(join(source, name)));
  return { __MODEL_FINGERPRINT__: JSON.stringify(hash.digest('hex').slice(0, 16)) };
}
