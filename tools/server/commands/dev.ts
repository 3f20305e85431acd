import { createServer, type ProxyOptions } from 'vite';
import { createThreadBackend } from '../database/thread-backend.ts';
import { serve } from '../http/server.ts';
import { embeddedSite, openToNetwork } from './build-site.ts';
import { backendOptions, host, hostedUrl, hosts, sitePort } from './settings.ts';
import { untilStopped } from './until-stopped.ts';

/** `npm run dev`: the site with hot reload, the embedded backend behind the same origin, or the hosted one. */
await untilStopped(async (atEnd) => {
  const proxy = hostedUrl === null ? await startBackend(atEnd) : undefined;
  const vite = await createServer({
    base: '/',
    // Every other server of Vite's in this folder, that of a build too, takes what it does not need out of the usual place.
    cacheDir: 'node_modules/.vite/dev',
    server: {
      host,
      port: sitePort,
      strictPort: true,
      allowedHosts: hosts.filter((name) => name !== ''),
      ...(proxy && { proxy }),
    },
  });
  atEnd(() => vite.close());
  await vite.listen();
  console.log(`\n  http://localhost:${sitePort}   backend: ${hostedUrl ?? 'embedded'}\n`);
});

/** @returns the address to which Vite proxies the API's requests */
async function startBackend(
  atEnd: (end: () => Promise<unknown>) => void,
): Promise<Record<string, ProxyOptions>> {
  const backend = await createThreadBackend(backendOptions);
  atEnd(backend.close);
  const { email, password } = backend.demoAdmin;
  console.log(`\n  Demo admin ${email} / ${password}   ${openToNetwork(host) ?? ''}`);
  Object.assign(process.env, embeddedSite(host, backend.demoAdmin));
  const api = await serve({ backend, siteDir: null, host: '127.0.0.1', hosts, port: 0 });
  atEnd(api.close);
  const target = `http://127.0.0.1:${new URL(api.url).port}`;
  return { '^/(rest|auth|storage)/v1': { target }, '/realtime/v1': { target, ws: true } };
}
