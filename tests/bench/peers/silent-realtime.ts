import type { Server } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';

/**
 * A Realtime that takes every subscription and never tells of anything: a page pays for its channel, but only its own
 * question brings it the change whose arrival is measured.
 */
export function silentRealtime(server: Server): { close(): void } {
  const sockets = new WebSocketServer({ noServer: true });

  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname !== '/realtime/v1/websocket') return void socket.destroy();
    sockets.handleUpgrade(request, socket, head, (client) => {
      client.on('error', () => client.terminate());
      client.on('message', (data) => answer(client, String(data)));
    });
  });

  return {
    close() {
      for (const client of sockets.clients) client.terminate();
    },
  };
}

function answer(client: WebSocket, frame: string): void {
  const [joinRef, ref, topic, event, payload] = JSON.parse(frame);
  const send = (sentRef: string | null, sent: string, content: object) =>
    client.send(JSON.stringify([joinRef, sentRef, topic, sent, content]));
  const accept = (response: object) => send(ref, 'phx_reply', { status: 'ok', response });
  if (event === 'phx_join') {
    const { config } = payload as { config?: { postgres_changes?: object[] } };
    const wanted = config?.postgres_changes ?? [];
    accept({ postgres_changes: wanted.map((it, i) => ({ id: i + 1, ...it })) });
    send(null, 'system', {
      channel: topic.replace(/^realtime:/, ''),
      extension: 'postgres_changes',
      message: 'Subscribed to PostgreSQL',
      status: 'ok',
    });
  } else if (event === 'phx_leave') {
    accept({});
    send(null, 'phx_close', {});
  } else if (event === 'heartbeat') accept({});
}
