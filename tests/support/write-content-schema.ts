import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentSchema } from '../../tools/owner/content-schema.ts';
import { root } from './supabase-command.ts';

/** `npm run types`: writes docs/content.schema.json, after a kind or a column has changed. */
// As a build sets it, before the kinds are loaded. Nothing here reads it.
Object.assign(globalThis, { __MODEL_FINGERPRINT__: '' });
const { kinds } = await import('../../src/content/kinds.ts');
writeFileSync(
  join(root, 'docs/content.schema.json'),
  `${JSON.stringify(contentSchema(kinds), null, 2)}\n`,
);
