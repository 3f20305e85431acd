import { isExportedFolder } from './folder-on-disk.ts';
import { onSite } from './on-site.ts';
import { contentIn } from './read-content-file.ts';

/**
 * `npm run import -- <folder | zip | file>`: adds to the site what this site exported (import-takeout.ts), brings a
 * folder that an export has written back with its edits (import-folder.ts), or makes content of what other programs wrote
 * (import-notes.ts).
 */
// As a build sets it, before the kinds are loaded. Nothing here reads it.
Object.assign(globalThis, { __MODEL_FINGERPRINT__: '' });
const { kinds, registry } = await import('../../src/content/kinds.ts');
const { importFolder } = await import('./import-folder.ts');
const { importNotes } = await import('./import-notes.ts');
const { importOptions } = await import('./import-options.ts');
const { openSource } = await import('./import-source.ts');
const { importTakeout } = await import('./import-takeout.ts');

await onSite(() => {
  const wanted = importOptions(process.argv.slice(2));
  if (isExportedFolder(wanted.source)) return (site) => importFolder(site, wanted, registry);
  const { takeout, gathered } = openSource(wanted.source, wanted.site);
  if (takeout !== null) {
    contentIn(takeout.text, kinds);
    return (site) => importTakeout(site, wanted, takeout);
  }
  return (site) => importNotes(site, wanted, gathered);
});
