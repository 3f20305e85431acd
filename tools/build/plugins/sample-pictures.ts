import { readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { site } from '../../../src/site.config.ts';

const seedFile = resolve(import.meta.dirname, '../../../supabase/seed.sql');

/**
 * A build for a hosted project goes without the pictures of the sample content, which the embedded backend has. Other
 * pictures in public/ are the owner's and stay.
 */
export function withoutSamplePictures(): Plugin {
  let folder: string | null = null;
  return {
    name: 'without-sample-pictures',
    apply: 'build',
    configResolved({ root, build, env }) {
      folder = env.VITE_SUPABASE_URL ? resolve(root, build.outDir) : null;
    },
    writeBundle() {
      if (folder === null) return;
      for (const picture of samplePictures()) removeFrom(folder, picture);
    },
  };
}

/** Their addresses on the site. The one of the profile counts unless the owner has kept it. */
export function samplePictures(): string[] {
  const named = readFileSync(seedFile, 'utf8').match(/\/pictures\/[\w/.-]+/g) ?? [];
  return [...new Set([...named, '/pictures/profile.svg'])].filter(
    (picture) => picture !== site.profile.image,
  );
}

function removeFrom(folder: string, address: string): void {
  const file = join(folder, address);
  rmSync(file, { force: true });
  for (const above of [dirname(file), dirname(dirname(file))]) {
    if (above.startsWith(join(folder, 'pictures')) && isEmpty(above)) rmdirSync(above);
  }
}

function isEmpty(folder: string): boolean {
  try {
    return readdirSync(folder).length === 0;
  } catch {
    return false;
  }
}
