import { createBackend } from './backend.ts';
import { buildSite } from './build-site.ts';
import { serve } from './server.ts';
import { backendOptions, host, siteDir, sitePort } from './settings.ts';
import { giveUp, untilStopped } from './until-stopped.ts';

/** `npm start`: builds the site and serves it with the embedded backend, at one origin. */
try {
  console.log('Starting the database and building the site …');
  const backend = await createBackend(backendOptions);
  const { email, password } = backend.demoAdmin;
  // Only this build is told the demo sign-in, and it talks to its own origin.
  await buildSite({
    VITE_SUPABASE_URL: '',
    VITE_SUPABASE_PUBLISHABLE_KEY: '',
    VITE_DEMO_ADMIN_EMAIL: email,
    VITE_DEMO_ADMIN_PASSWORD: password,
  });
  const serving = await serve({ backend, siteDir, host, port: sitePort });
  untilStopped([serving.close, backend.close]);
  console.log(`
  Fieldnotes is at   ${serving.url}
  Demo admin         ${email}
  Password           ${password}
  Data               ${backendOptions.dataDir}

  Ctrl-C stops it and keeps the data.`);
} catch (error) {
  giveUp(error);
}
