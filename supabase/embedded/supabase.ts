import { createBackend, PUBLISHABLE_KEY } from './backend.ts';
import { serve } from './server.ts';
import { backendOptions, host, supabasePort } from './settings.ts';
import { giveUp, untilStopped } from './until-stopped.ts';

/** `npm run supabase`: the embedded backend alone, for a site built or developed elsewhere. */
try {
  const backend = await createBackend(backendOptions);
  const serving = await serve({ backend, siteDir: null, host, port: supabasePort });
  untilStopped([serving.close, backend.close]);
  const { email, password } = backend.demoAdmin;
  console.log(`
  VITE_SUPABASE_URL=${serving.url}
  VITE_SUPABASE_PUBLISHABLE_KEY=${PUBLISHABLE_KEY}
  Demo admin ${email} / ${password}`);
} catch (error) {
  giveUp(error);
}
