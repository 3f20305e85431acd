import { hostname } from 'node:os';
import { resolve } from 'node:path';
import type { BackendOptions } from '../database/backend.ts';
import './env-files.ts';
import { isLoopback } from '../http/request-address.ts';

/** Settings from the shell, .env.local and .env, in this order; .env.example explains them. */

const root = resolve(import.meta.dirname, '../../..');

/** What `npm run build` writes. */
export const siteDir = resolve(root, 'dist');
/** The hosted project to use; null for the embedded backend. */
export const hostedUrl = process.env.VITE_SUPABASE_URL || null;
export const host = process.env.HOST || '127.0.0.1';
export const sitePort = portFrom(process.env.PORT, 4173);
export const supabasePort = portFrom(process.env.SUPABASE_PORT, 54321);
/** Host names besides localhost to answer. */
export const hosts: readonly string[] = [
  ...(isLoopback(host) ? [] : [host, hostname().toLowerCase()]),
  ...(process.env.ALLOWED_HOSTS ?? '').split(',').map((name) => name.trim().toLowerCase()),
];

/** The backend of the commands: data is kept, with sample content at the first start. */
export const backendOptions: BackendOptions & { dataDir: string } = {
  dataDir: resolve(root, process.env.SITE_DATA_DIR || '.data'),
  migrationsDir: resolve(root, 'supabase/migrations'),
  seedFile: resolve(root, 'supabase/seed.sql'),
  demoEmail: process.env.DEMO_ADMIN_EMAIL || 'admin@fieldnotes.local',
  demoPassword: process.env.DEMO_ADMIN_PASSWORD || null,
};

function portFrom(value: string | undefined, usual: number): number {
  const port = Number(value || usual);
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port;
  throw new Error(`'${value}' is no port.`);
}
