import { join, resolve } from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import { type Command, startCommand } from './command.ts';
import { supabaseClient } from './supabase-client.ts';

/** The embedded backend as `npm run supabase` runs it, in a process of its own. */

export const root = resolve(import.meta.dirname, '../..');

/**
 * Starts it without npm around it, at any port.
 *
 * @param folder the folder of its code and its `.env`
 */
export function startSupabase(env: Record<string, string>, folder: string = root): Command {
  const file = join(folder, 'tools/server/commands/supabase.ts');
  return startCommand('node', ['--import', 'tsx', file], { SUPABASE_PORT: '0', ...env });
}

/**
 * Waits until it serves, and signs its demo admin in.
 *
 * @throws if it ends, or refuses the sign-in
 */
export async function demoOwner(server: Command): Promise<{ url: string; owner: SupabaseClient }> {
  const [, url = ''] = await server.untilPrinted(/VITE_SUPABASE_URL=(\S+)/);
  const [, email = '', password = ''] = await server.untilPrinted(/Demo admin (\S+) \/ (\S+)/);
  const owner = supabaseClient(url);
  const { error } = await owner.auth.signInWithPassword({ email, password });
  if (error !== null) throw error;
  return { url, owner };
}
