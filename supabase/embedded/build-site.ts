import { build } from 'vite';
import { siteDir } from './settings.ts';

/**
 * Builds the site into dist/.
 *
 * @param env variables that the build reads as import.meta.env, for this build only
 */
export async function buildSite(env: Readonly<Record<string, string>> = {}): Promise<void> {
  for (const [name, value] of Object.entries(env)) process.env[name] = value;
  await build({ logLevel: 'warn', build: { outDir: siteDir, emptyOutDir: true } });
}
