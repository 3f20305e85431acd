import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { problemOfFiles } from '../../build/plugins/build-settings.ts';

const root = resolve(import.meta.dirname, '../../..');
const names = ['.env.local', '.env'];

/** Imported for its side effect: variables missing in the shell are read from .env.local, then from .env. */
const problem = problemOfFiles(root, names);
if (problem !== null) {
  console.error(problem);
  process.exit(1);
}
for (const name of names) {
  const file = resolve(root, name);
  if (existsSync(file)) process.loadEnvFile(file);
}
