import { join } from 'node:path';
import { createThreadBackend } from '../database/thread-backend.ts';
import { serve } from '../http/server.ts';
import { buildSite, embeddedSite, openToNetwork } from './build-site.ts';
import { backendOptions, host, hostedUrl, hosts, sitePort } from './settings.ts';
import { untilStopped } from './until-stopped.ts';

/** `npm start`: builds the site and serves it with the embedded backend, or for the hosted one in the settings. */
if (hostedUrl === null) await untilStopped(withBackend);
else await import('./site.ts');

async function withBackend(atEnd: (end: () => Promise<unknown>) => void): Promise<void> {
  console.log('Starting the database and building the site …');
  const backend = await createThreadBackend(backendOptions);
  atEnd(backend.close);
  // For the build alone, which reads the content for its pages.
  const reading = await serve({ backend, siteDir: null, host: '127.0.0.1', port: 0 });
  // One process at a time has that folder.
  const siteDir = join(backendOptions.dataDir, 'site');
  await buildSite(siteDir, {
    ...embeddedSite(host, backend.demoAdmin),
    CONTENT_URL: reading.url,
    SITE_URL: process.env.SITE_URL || `http://localhost:${sitePort}`,
  });
  await reading.close();
  const serving = await serve({ backend, siteDir, host, hosts, port: sitePort });
  atEnd(serving.close);
  console.log(`
  Fieldnotes is at   ${serving.url}
  Backend            embedded
  Demo admin         ${backend.demoAdmin.email}
  Password           ${backend.demoAdmin.password}
  Data               ${backendOptions.dataDir}

  ${openToNetwork(host) ?? ''}
  Ctrl-C stops it and keeps the data.`);
}
