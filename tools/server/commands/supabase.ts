import { PUBLISHABLE_KEY } from '../database/secrets.ts';
import { createThreadBackend } from '../database/thread-backend.ts';
import { serve } from '../http/server.ts';
import { backendOptions, host, hosts, supabasePort } from './settings.ts';
import { untilStopped } from './until-stopped.ts';

/** `npm run supabase`: the embedded backend alone, for a site served from elsewhere. */
await untilStopped(async (atEnd) => {
  const backend = await createThreadBackend(backendOptions);
  atEnd(backend.close);
  const serving = await serve({ backend, siteDir: null, host, hosts, port: supabasePort });
  atEnd(serving.close);
  const { email, password } = backend.demoAdmin;
  console.log(`
  VITE_SUPABASE_URL=${serving.url}
  VITE_SUPABASE_PUBLISHABLE_KEY=${PUBLISHABLE_KEY}
  Demo admin ${email} / ${password}`);
});
