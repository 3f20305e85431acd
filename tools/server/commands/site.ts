import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '../http/server.ts';
import { buildSite } from './build-site.ts';
import { host, hostedUrl, hosts, sitePort } from './settings.ts';
import { untilStopped } from './until-stopped.ts';

/** `npm run site`: builds the site for the backend in the settings and serves it without a backend. */
await untilStopped(async (atEnd) => {
  console.log('Building the site …');
  const siteDir = await mkdtemp(join(tmpdir(), 'fieldnotes-site-'));
  atEnd(() => rm(siteDir, { recursive: true, force: true }));
  await buildSite(siteDir);
  const serving = await serve({ backend: null, siteDir, host, hosts, port: sitePort });
  atEnd(serving.close);
  console.log(`
  Fieldnotes is at   ${serving.url}
  Backend            ${hostedUrl === null ? 'whatever serves it' : `${hostedUrl} (VITE_SUPABASE_URL)`}`);
});
