import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** Imported for its side effect: variables missing in the shell are read from .env.local, then from .env. */
for (const name of ['.env.local', '.env']) {
  const file = resolve(import.meta.dirname, '../../..', name);
  if (existsSync(file)) process.loadEnvFile(file);
}
