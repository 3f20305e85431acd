import { buildSite } from './build-site.ts';
import { serve } from './server.ts';
import { host, siteDir, sitePort } from './settings.ts';
import { giveUp, untilStopped } from './until-stopped.ts';

/** `npm run site`: builds the site for the backend that the environment names and serves it alone. */
try {
  await buildSite();
  const serving = await serve({ backend: null, siteDir, host, port: sitePort });
  untilStopped([serving.close]);
  console.log(`\n  ${serving.url}\n`);
} catch (error) {
  giveUp(error);
}
