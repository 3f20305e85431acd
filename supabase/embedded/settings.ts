import { resolve } from 'node:path';
import type { BackendOptions } from './backend.ts';

/** What the environment may say of the embedded backend; .env.example explains each. */

const root = resolve(import.meta.dirname, '../..');

export const siteDir = resolve(root, 'dist');
export const host = process.env.HOST || '127.0.0.1';
export const sitePort = portFrom(process.env.PORT, 4173);
export const supabasePort = portFrom(process.env.SUPABASE_PORT, 54321);

/** The backend as the commands run it: data kept, sample content at the first start. */
export const backendOptions: BackendOptions = {
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
