import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { watchPokes } from '../../src/engine/supabase/pokes.ts';

/** What the channel does on a server that misbehaves. Sockets are real, and time is the test's. */

let server: WebSocketServer;
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  for (const client of server.clients) client.terminate();
  server.close();
});

it('makes a channel anew after longer and longer waits where each is closed as soon as it is joined', async () => {
  vi.stubGlobal('WebSocket', WebSocket);
  server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  let connections = 0;
  server.on('connection', (socket) => {
    connections += 1;
    socket.on('message', (text) => {
      const [join, ref, topic, event] = parsed(String(text));
      if (event !== 'phx_join') return;
      const postgres_changes = [{ id: 1, event: 'UPDATE', schema: 'public', table: 'sync_state' }];
      const reply = { status: 'ok', response: { postgres_changes } };
      socket.send(JSON.stringify([join, ref, topic, 'phx_reply', reply]), () => socket.close());
    });
  });
  const { port } = server.address() as AddressInfo;
  const ups: boolean[] = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const stop = watchPokes(
    { url: `http://127.0.0.1:${port}`, key: 'k' },
    { poked() {}, live: (isLive) => void ups.push(isLive) },
  );
  for (let second = 0; second < 60; second += 1) {
    // What takes no time by the test's clock takes some by the machine's.
    const until = performance.now() + 30;
    while (performance.now() < until) await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(1_000);
  }
  stop();
  expect(ups.slice(0, 4)).toEqual([true, false, true, false]);
  expect(connections).toBeLessThanOrEqual(9);
});

/** A message of either form of the protocol: an array, or an object with names. */
function parsed(text: string): unknown[] {
  const message = JSON.parse(text);
  if (Array.isArray(message)) return message;
  const { join_ref, ref, topic, event } = message;
  return [join_ref, ref, topic, event];
}
