import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A folder with the fewest files that a server accepts as a built site.
 *
 * @param more further files by their path; folders other than `assets` are not made
 */
export function makeSmallSite(more: Readonly<Record<string, string>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'fieldnotes-site-'));
  mkdirSync(join(folder, 'assets'));
  const files = {
    'index.html': '<title>Fieldnotes</title>',
    'projects.html': '<title>Fieldnotes</title>',
    'shell.html': '<title>Fieldnotes</title>',
    '404.html': '<title>Fieldnotes</title>',
    'assets/main-1a2b.js': 'export {}',
    ...more,
  };
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
