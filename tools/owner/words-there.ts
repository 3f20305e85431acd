import { withOwn } from '../../src/content/profile/owners-words.ts';
import type { Backend } from '../../src/engine/supabase/http.ts';
import type { SiteConfig } from '../../src/site.config.ts';
import type { WordsSaid } from '../build/plugins/samples-left.ts';
import { profileRow } from './project.ts';

/** @returns the words of the configuration, with those in their place that were changed on the site (FIRST-5) */
export async function wordsThere(backend: Backend, site: SiteConfig): Promise<WordsSaid> {
  const row = await profileRow(backend);
  if (row === null) return site;
  // As a build sets it, before the kind is loaded. Nothing here reads it.
  Object.assign(globalThis, { __MODEL_FINGERPRINT__: '' });
  const { profile } = await import('../../src/content/profile/profile.ts');
  return { ...site, ...withOwn(profile.toItem(row as never), site) };
}
