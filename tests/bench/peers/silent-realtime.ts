import type { Server } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import {
  type FrameVersion,
  readFrame,
  writeFrame,
} from '../../../tools/server/realtime/phoenix.ts';

/**
 * A Realtime that takes every subscription and never tells of anything: a page pays for its channel, but only its own
 * question brings it the change whose arrival is measured.
 */
export function silentRealtime(server: Server): { close(): void } {
  const sockets = new WebSocketServer({ noServer: true });

  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname !== '/realtime/v1/websocket') return void socket.destroy();
    const version = searchParams.get('vsn') === '1.0.0' ? '1.0.0' : '2.0.0';
    sockets.handleUpgrade(request, socket, head, (client) => {
      client.on('error', () => client.terminate());
      client.on('message', (data) => answer(client, version, String(data)));
    });
  });

  return {
    close() {
      for (const client of sockets.clients) client.terminate();
    },
  };
}

function answer(client: WebSocket, version: FrameVersion, frame: string): void {
  const message = readFrame(version, frame);
  if (message === null) return;
  const { event, payload, topic } = message;
  const send = (changed: object) => client.send(writeFrame(version, { ...message, ...changed }));
  const accept = (response: object) =>
    send({ event: 'phx_reply', payload: { status: 'ok', response } });
  if (event === 'phx_join') {
    const { config } = payload as { config?: { postgres_changes?: object[] } };
    const wanted = config?.postgres_changes ?? [];
    accept({ postgres_changes: wanted.map((it, i) => ({ id: i + 1, ...it })) });
    send({
      ref: null,
      event: 'system',
      payload: {
        channel: topic.replace(/^realtime:/, ''),
        extension: 'postgres_changes',
        message: 'Subscribed to PostgreSQL',
        status: 'ok',
      },
    });
  } else if (event === 'phx_leave') {
    accept({});
    send({ ref: null, event: 'phx_close', payload: {} });
  } else if (event === 'heartbeat') accept({});
}
