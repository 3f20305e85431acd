import type { Server } from 'node:http';
import { jwtVerify } from 'jose';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Backend } from '../database/backend.ts';
import { oneAtATime } from '../database/one-at-a-time.ts';
import { isOwnHost } from '../http/own-hosts.ts';
import { addressOf } from '../http/request-address.ts';
import type { Change, Viewer } from './changes.ts';
import { gathered } from './gathered.ts';
import { type FrameVersion, type Message, readFrame, writeFrame } from './phoenix.ts';
import { matches, readJoin, type Subscription } from './subscription.ts';

/**
 * Realtime, limited to `postgres_changes`: enough of the Phoenix protocol for an unmodified supabase-js to
 * join, send heartbeats, listen, leave and reconnect. No broadcast, no presence.
 *
 * Row-level security applies: each row is read with the subscriber's rights when it is sent.
 * For a deleted row only the key is sent, to all subscribers, as hosted Supabase does.
 */

interface Joined {
  joinRef: string | null;
  subscriptions: readonly Subscription[];
  viewer: Viewer;
}

interface Client {
  socket: WebSocket;
  version: FrameVersion;
  channels: Map<string, Joined>;
}

/** As on hosted Supabase's free plan. */
const MAX_SOCKETS = 200;
const MAX_CHANNELS = 100;

const visitor: Viewer = { role: 'anon', claims: { role: 'anon' } };

/** Clients treat an id of 0 as missing. */
const idOf = (place: number): number => place + 1;

/** Adds the endpoint to a server, for these host names; `close` ends every connection. */
export async function attachRealtime(
  server: Server,
  backend: Backend,
  hosts: readonly string[],
): Promise<{ close(): Promise<void> }> {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 1_000_000 });
  const clients = new Set<Client>();
  const inCommitOrder = oneAtATime();
  // A change that cannot be read any more (table dropped, database closed) is not sent.
  const changes = await backend.watchChanges(
    (change) => void inCommitOrder(() => deliver(change)).catch(() => {}),
  );

  const refresh = gathered(changes.refresh);

  server.on('upgrade', (request, socket, head) => {
    const address = addressOf(request);
    // Without a listener of our own, an error of the socket would end the process.
    socket.on('error', () => socket.destroy());
    if (address?.pathname !== '/realtime/v1/websocket' || !isOwnHost(address.hostname, hosts)) {
      return void socket.destroy();
    }
    if (clients.size >= MAX_SOCKETS) {
      return void socket.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n');
    }
    const version = address.searchParams.get('vsn') === '1.0.0' ? '1.0.0' : '2.0.0';
    sockets.handleUpgrade(request, socket, head, (opened) =>
      welcome({ socket: opened, version, channels: new Map() }),
    );
  });

  function welcome(client: Client): void {
    clients.add(client);
    client.socket.on('close', () => clients.delete(client));
    client.socket.on('error', () => client.socket.terminate());
    // A leave right after a join must see it joined.
    const inTurn = oneAtATime();
    client.socket.on('message', (data, isBinary) => {
      const message = isBinary ? null : readFrame(client.version, String(data));
      if (message === null) return;
      inTurn(() => answer(client, message)).catch((error: unknown) =>
        reply(client, message, 'error', { reason: String(error) }),
      );
    });
  }

  async function answer(client: Client, message: Message): Promise<void> {
    switch (message.event) {
      case 'heartbeat':
        return reply(client, message, 'ok', {});
      case 'phx_join':
        return join(client, message);
      case 'phx_leave':
        client.channels.delete(message.topic);
        reply(client, message, 'ok', {});
        return send(client, { ...message, ref: null, event: 'phx_close', payload: {} });
      case 'access_token':
        return changeViewer(client, message);
      default:
        return;
    }
  }

  async function join(client: Client, message: Message): Promise<void> {
    const asked = readJoin(message.payload);
    if (asked === null) return reply(client, message, 'error', { reason: 'not a join' });
    if (client.channels.size >= MAX_CHANNELS && !client.channels.has(message.topic)) {
      return reply(client, message, 'error', { reason: 'ChannelRateLimitReached' });
    }
    const viewer = await viewerOf(asked.token);
    if (viewer === null) return reply(client, message, 'error', { reason: 'Invalid token' });
    await refresh();
    const { joinRef, topic } = message;
    client.channels.set(topic, { joinRef, subscriptions: asked.subscriptions, viewer });
    const postgres_changes = asked.subscriptions.map((it, i) => ({ id: idOf(i), ...it }));
    reply(client, message, 'ok', { postgres_changes });
    if (postgres_changes.length === 0) return;
    const payload = {
      channel: topic.replace(/^realtime:/, ''),
      extension: 'postgres_changes',
      message: 'Subscribed to PostgreSQL',
      status: 'ok',
    };
    send(client, { joinRef, ref: null, topic, event: 'system', payload });
  }

  async function changeViewer(client: Client, { topic, payload }: Message): Promise<void> {
    const joined = client.channels.get(topic);
    const token = (payload as { access_token?: unknown } | null)?.access_token;
    if (joined === undefined || (typeof token !== 'string' && token != null)) return;
    const viewer = await viewerOf(token ?? null);
    if (viewer !== null) return void client.channels.set(topic, { ...joined, viewer });
    // After its session has expired a client receives nothing until it sends a valid token.
    client.channels.delete(topic);
    send(client, {
      joinRef: joined.joinRef,
      ref: null,
      topic,
      event: 'phx_error',
      payload: { reason: 'Invalid token' },
    });
  }

  /** Null for an expired token or one that this backend did not sign; a visitor without a token or with a key. */
  async function viewerOf(token: string | null): Promise<Viewer | null> {
    if (token === null || token.startsWith('sb_')) return visitor;
    try {
      const { payload } = await jwtVerify(token, new TextEncoder().encode(backend.jwtSecret));
      return {
        role: payload.role === 'authenticated' ? 'authenticated' : 'anon',
        claims: { ...payload },
      };
    } catch {
      return null;
    }
  }

  async function deliver(change: Change): Promise<void> {
    const listening = [...clients].flatMap((client) =>
      [...client.channels].flatMap(([topic, joined]) =>
        joined.subscriptions.some((it) => matches({ ...it, filter: undefined }, change, {}))
          ? [{ client, topic, joined }]
          : [],
      ),
    );
    if (listening.length === 0) return;
    const columns = await changes.columns(change);
    // Read once for all subscribers with the same rights.
    const seen = new Map<string, Promise<Record<string, unknown> | null>>();
    const look = (viewer: Viewer) => {
      if (change.type === 'DELETE') return Promise.resolve(change.key);
      const eyes = JSON.stringify(viewer);
      const record = seen.get(eyes) ?? changes.record(viewer, change);
      seen.set(eyes, record);
      return record;
    };
    for (const { client, topic, joined } of listening) {
      const record = await look(joined.viewer).catch(() => null);
      if (record === null) continue;
      const ids = joined.subscriptions.flatMap((it, i) =>
        matches(it, change, record) ? [idOf(i)] : [],
      );
      if (ids.length === 0) continue;
      const data = {
        schema: change.schema,
        table: change.table,
        type: change.type,
        commit_timestamp: change.at,
        columns,
        record: change.type === 'DELETE' ? {} : record,
        old_record: change.type === 'INSERT' ? {} : change.key,
        errors: null,
      };
      send(client, {
        joinRef: joined.joinRef,
        ref: null,
        topic,
        event: 'postgres_changes',
        payload: { ids, data },
      });
    }
  }

  function reply(
    client: Client,
    message: Message,
    status: 'ok' | 'error',
    response: unknown,
  ): void {
    send(client, { ...message, event: 'phx_reply', payload: { status, response } });
  }

  function send(client: Client, message: Message): void {
    if (client.socket.readyState === client.socket.OPEN)
      client.socket.send(writeFrame(client.version, message));
  }

  return {
    async close() {
      for (const { socket } of clients) socket.terminate();
      sockets.close();
      await changes.stop();
    },
  };
}
