import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** Imported for what it does: settings that the shell does not have come from .env.local, then from .env. */
for (const name of ['.env.local', '.env']) {
  const file = resolve(import.meta.dirname, '../..', name);
  if (existsSync(file)) process.loadEnvFile(file);
}
