import { createServer } from 'vite';
import { createBackend } from './backend.ts';
import { serve } from './server.ts';
import { backendOptions, host, sitePort } from './settings.ts';
import { giveUp, untilStopped } from './until-stopped.ts';

/** `npm run dev`: the site with hot reload, the embedded backend behind the same origin. */
try {
  const backend = await createBackend(backendOptions);
  const { email, password } = backend.demoAdmin;
  Object.assign(process.env, {
    VITE_SUPABASE_URL: '',
    VITE_SUPABASE_PUBLISHABLE_KEY: '',
    VITE_DEMO_ADMIN_EMAIL: email,
    VITE_DEMO_ADMIN_PASSWORD: password,
  });
  const api = await serve({ backend, siteDir: null, host: '127.0.0.1', port: 0 });
  const { port } = new URL(api.url);
  const target = `http://127.0.0.1:${port}`;
  const vite = await createServer({
    server: {
      host,
      port: sitePort,
      strictPort: true,
      proxy: { '^/(rest|auth|storage)/v1': { target }, '/realtime/v1': { target, ws: true } },
    },
  });
  await vite.listen();
  untilStopped([() => vite.close(), api.close, backend.close]);
  console.log(`\n  http://localhost:${sitePort}   demo admin ${email} / ${password}\n`);
} catch (error) {
  giveUp(error);
}
