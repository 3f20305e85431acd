import { build } from 'vite';
import type { DemoAdmin } from '../database/demo-admin.ts';
import { isLoopback } from '../http/request-address.ts';

/**
 * Builds the site for a server that is about to serve it, into a folder of that server's own: another build of this checkout
 * must not replace what it serves, with another backend and another demo password.
 *
 * @param env variables for this build only, read as import.meta.env
 */
export async function buildSite(
  siteDir: string,
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  for (const [name, value] of Object.entries(env)) process.env[name] = value;
  // Served at the root of its own server, wherever its owner puts other builds.
  await build({ base: '/', logLevel: 'warn', build: { outDir: siteDir, emptyOutDir: true } });
}

/**
 * The variables of a site that uses the embedded backend at its own origin, including the demo sign-in unless the
 * backend is open to the network.
 *
 * @param host where the site's server listens
 */
export function embeddedSite(host: string, { email, password }: DemoAdmin): Record<string, string> {
  const isOpen = !isLoopback(host);
  return {
    VITE_SUPABASE_URL: '',
    VITE_SUPABASE_PUBLISHABLE_KEY: '',
    VITE_DEMO_ADMIN_EMAIL: isOpen ? '' : email,
    VITE_DEMO_ADMIN_PASSWORD: isOpen ? '' : password,
  };
}

/** A warning for an owner who opens the embedded backend to the network; else null. */
export function openToNetwork(host: string): string | null {
  if (isLoopback(host)) return null;
  return `HOST=${host}: open to the network, so the sign-in page does not offer the demo admin's password.`;
}
