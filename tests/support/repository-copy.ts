import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './supabase-command.ts';

/** What the site is built from. */
const EVERYTHING = [
  'supabase',
  'tools',
  'src',
  'public',
  'index.html',
  'vite.config.ts',
  'package.json',
];

/**
 * Copies the repository, to be changed by a test; its packages are linked.
 *
 * @param folder an empty one, or one that does not exist
 * @param parts the files and folders that are copied
 */
export function copyRepository(folder: string, parts: readonly string[] = EVERYTHING): void {
  for (const part of parts) cpSync(join(root, part), join(folder, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
}
