import { serve } from '../http/server.ts';
import { buildSite } from './build-site.ts';
import { host, hostedUrl, hosts, siteDir, sitePort } from './settings.ts';

/** Builds the site for the backend in the settings, serves it without a backend, and prints its address. */
export async function serveSite(atEnd: (end: () => Promise<unknown>) => void): Promise<void> {
  console.log('Building the site …');
  await buildSite();
  const serving = await serve({ backend: null, siteDir, host, hosts, port: sitePort });
  atEnd(serving.close);
  console.log(`
  Fieldnotes is at   ${serving.url}
  Backend            ${hostedUrl === null ? 'whatever serves it' : `${hostedUrl} (VITE_SUPABASE_URL)`}`);
}
