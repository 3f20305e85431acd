import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { WebSocket } from 'ws';
import { PUBLISHABLE_KEY } from '../../tools/server/database/secrets.ts';

interface ClientOptions {
  /** Sent with every request. */
  headers?: Record<string, string>;
  /** Answers requests without a network, in the same tick. */
  backend?: { fetch(request: Request): Promise<Response> };
}

/** An unmodified supabase-js for an embedded backend, which keeps its session to itself. */
export function supabaseClient(
  url: string,
  { headers = {}, backend }: ClientOptions = {},
): SupabaseClient {
  return createClient(url, PUBLISHABLE_KEY, {
    auth: { persistSession: false, autoRefreshToken: false },
    // Node 20 has no WebSocket of its own.
    realtime: { transport: WebSocket as never, reconnectAfterMs: () => 50 },
    global: {
      headers,
      ...(backend && { fetch: (input, init) => backend.fetch(new Request(input, init)) }),
    },
  });
}
