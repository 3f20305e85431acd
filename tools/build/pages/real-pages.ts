import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { createServer, loadEnv, type Plugin, type ResolvedConfig } from 'vite';
import type { OwnersWords } from '../../../src/content/profile/owners-words.ts';
import { backendOf } from '../../../src/lib/backend-of-build.ts';
import { site } from '../../../src/site.config.ts';
import { afterBuild } from '../plugins/after-build.ts';
import { contactSetting } from '../plugins/contact-setting.ts';
import { modelFingerprint } from '../plugins/model-fingerprint.ts';
import { samplesLeft } from '../plugins/samples-left.ts';
import type { Made, MakeOptions } from './make-files.ts';
import { ownPictures } from './page-picture.ts';
import { takePictures } from './site-pictures.ts';
import { KEPT_FILE } from './snapshot-file.ts';

/** How long a build waits for the backend, in ms. */
export const PATIENCE_MS = 20_000;

/**
 * Gives every public address a page of its own, with its content in it, and makes feeds, sitemap and Markdown. The content
 * is read from the backend of the build; if there is none, or it does not answer, the pages have no content, and the site works
 * as before.
 */
export function realPages(): Plugin {
  // After the service worker: a device that keeps the site keeps no content with it.
  return afterBuild('real-pages', async (folder, { mode, root, base, logger, cacheDir }) => {
    const env = loadEnv(mode, root, ['VITE_', 'SITE_URL', 'CONTENT_URL']);
    const tellOfSamples = (words: OwnersWords) => {
      const left = env.VITE_SUPABASE_URL ? samplesLeft({ ...site, ...words }) : [];
      const how = 'The words of src/site.config.ts are still the sample’s here:';
      if (left.length > 0) logger.warn([how, ...left].join('\n  '));
    };
    const { key, url } = backendOf('', { ...env, VITE_SUPABASE_URL: contentUrl(env) });
    const kept = keptSnapshot(root);
    if (url === '' && kept === undefined) {
      await addEmptyPages(folder, { mode, root, base });
      logger.info('Pages without content: this build names no backend (VITE_SUPABASE_URL).');
      return;
    }
    const address = siteAddress(env.SITE_URL, base);
    const options = { source: { url, key }, patience: PATIENCE_MS, address, home: base, kept };
    const made = await addPages(folder, options, { mode, root, cacheDir });
    if (typeof made === 'string') {
      await addEmptyPages(folder, { mode, root, base });
      logger.warn(`Pages without content: ${url} could not be read (${made}).`);
      tellOfSamples(site);
      return;
    }
    const { pages, problem, day } = made;
    if (problem === null) logger.info(`${pages} pages with their content, from ${url}.`);
    else {
      const why = url === '' ? 'no backend is named' : `${url} could not be read (${problem})`;
      logger.warn(`${pages} pages with the content of ${day}, from ${KEPT_FILE}: ${why}.`);
    }
    const places = placesOf(folder, url, cacheDir);
    const { taken, missing } = await takePictures(made.pictures, places);
    if (taken > 0) logger.info(`${taken} files of pictures, which the site keeps itself.`);
    if (missing.length > 0)
      logger.warn(`Not to be had, so visitors ask the backend for them: ${missing.join(', ')}`);
    tellOfSamples(made.words);
    if (address === null) logger.warn(`SITE_URL is not set, so ${left} are left out.`);
  });
}

const left = 'canonical links, preview pictures, structured data, feeds and sitemap';

/** Undefined if the owner keeps none. @throws if it is no JSON */
function keptSnapshot(root: string): unknown {
  const file = join(root, KEPT_FILE);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** @returns the address of the home page, without a slash at its end */
function siteAddress(url: string | undefined, base: string): string | null {
  if (!url) return null;
  if (!URL.canParse(url)) throw new Error(`SITE_URL is no address: '${url}'.`);
  return new URL(base, url).href.replace(/\/$/, '');
}

function contentUrl(env: Readonly<Record<string, string>>): string | undefined {
  return env.CONTENT_URL || env.VITE_SUPABASE_URL;
}

/**
 * Writes the pages and the other files into a built site.
 *
 * @returns how many pages, and see `Made`; or why the content could not be read, and nothing is written then
 */
export async function addPages(
  folder: string,
  options: Omit<MakeOptions, 'template' | 'robotsTxt' | 'picture' | 'names'>,
  { mode, root, cacheDir }: Pick<ResolvedConfig, 'mode' | 'root' | 'cacheDir'>,
): Promise<(Omit<Made, 'files'> & { pages: number }) | string> {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const picture = ownPictures(placesOf(folder, options.source.url, cacheDir));
  const made = await atBase({ mode, root, base: options.home }, ({ makeFiles }) =>
    makeFiles({
      ...{ ...options, picture, template: read('index.html'), robotsTxt: read('robots.txt') },
      names: readdirSync(folder),
    }),
  );
  if (typeof made === 'string') return made;
  const { files, ...about } = made;
  write(folder, files);
  return { ...about, pages: [...files.keys()].filter((name) => name.endsWith('.html')).length };
}

/** @param cacheDir Vite's */
function placesOf(site: string, backend: string, cacheDir: string) {
  return { site, backend, kept: join(cacheDir, 'site') };
}

/** Writes the pages of a site whose content could not be read. */
async function addEmptyPages(folder: string, site: Parameters<typeof atBase>[0]): Promise<void> {
  const template = readFileSync(join(folder, 'index.html'), 'utf8');
  write(
    folder,
    await atBase(site, async ({ filesWithoutContent }) => filesWithoutContent(template)),
  );
}

function write(folder: string, files: ReadonlyMap<string, string | Uint8Array>): void {
  for (const [name, text] of files) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

/** Runs a job with the site's own code, as Vite reads it. */
export async function atBase<T>(
  { mode, root, base }: Pick<ResolvedConfig, 'mode' | 'root' | 'base'>,
  job: (made: typeof import('./make-files.ts')) => Promise<T>,
): Promise<T> {
  const vite = await createServer({
    configFile: false,
    appType: 'custom',
    logLevel: 'warn',
    mode,
    root,
    base,
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    // Read by Vite, not by Node, as it is replaced.
    ssr: { noExternal: ['dompurify'] },
    define: { ...modelFingerprint(), ...contactSetting(), __CLIENT__: JSON.stringify('build') },
    plugins: [withoutBrowser(), react()],
  });
  try {
    const loaded = await vite.ssrLoadModule(join(import.meta.dirname, 'make-files.ts'));
    return await job(loaded as typeof import('./make-files.ts'));
  } finally {
    await vite.close();
  }
}

/** What the site's code needs to be rendered where there is no browser. */
function withoutBrowser(): Plugin {
  const purifier = join(import.meta.dirname, 'purifier.ts');
  return {
    name: 'without-browser',
    enforce: 'pre',
    resolveId: (id, importer) => (id === 'dompurify' && importer !== purifier ? purifier : null),
  };
}
