import type { RealtimeClient } from '@supabase/supabase-js';
import { backoff } from '../../lib/backoff.ts';
import { BACKOFF_MOST_MS, LISTEN_WITHIN_MS } from '../../lib/limits.ts';
import { whenIdle } from '../../lib/when-idle.ts';
import type { PokeListener } from '../sync/protocol.ts';
import type { Backend } from './http.ts';

/**
 * Listens for updates of `sync_state`, each of which only says 'there is something to pull'.
 *
 * A channel that fails or is closed by the server is discarded and replaced after a while: one that
 * was joined once does not always recover by itself (supabase/realtime #1414). Without a channel
 * the engine polls, so a plan whose connections are used up causes no visible error.
 *
 * @returns a function that stops it
 */
export function watchPokes(backend: Backend, listener: PokeListener): () => void {
  let ended = false;
  let failures = 0;
  let client: RealtimeClient | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let steady: ReturnType<typeof setTimeout> | undefined;

  async function open(): Promise<void> {
    try {
      const { RealtimeClient } = await import('./realtime-client.ts');
      if (ended) return;
      client ??= new RealtimeClient(`${backend.url.replace(/^http/, 'ws')}/realtime/v1`, {
        params: { apikey: backend.key },
      });
      join(client);
    } catch {
      again();
    }
  }

  function join(realtime: RealtimeClient): void {
    const channel = realtime.channel('pokes');
    let phase: 'joining' | 'joined' | 'left' = 'joining';
    channel
      .on(
        'postgres_changes',
        { event: 'UPDATE', schema: 'public', table: 'sync_state' },
        ({ new: state }) => {
          if (typeof state.version === 'number') listener.poked(state.version);
        },
      )
      .subscribe((status) => {
        // Leaving the channel ourselves also fires CLOSED.
        if (ended || phase === 'left') return;
        if (status === 'SUBSCRIBED') {
          phase = 'joined';
          // One that is closed at once is no success.
          steady = setTimeout(() => {
            failures = 0;
          }, BACKOFF_MOST_MS);
          listener.live(true);
          return;
        }
        if (phase === 'joined') listener.live(false);
        phase = 'left';
        void realtime.removeChannel(channel);
        again();
      });
  }

  function again(): void {
    if (ended) return;
    failures += 1;
    clearTimeout(steady);
    clearTimeout(retry);
    retry = setTimeout(() => void open(), backoff(failures, Math.random()));
  }

  // Loaded on demand, when the page has nothing else to do: content does not wait for it.
  const callOff = whenIdle(() => void open(), LISTEN_WITHIN_MS);

  return () => {
    ended = true;
    callOff();
    clearTimeout(steady);
    clearTimeout(retry);
    void client?.removeAllChannels();
    void client?.disconnect();
  };
}
