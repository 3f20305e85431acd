import type { Server } from 'node:http';
import * as v from 'valibot';
import { type WebSocket, WebSocketServer } from 'ws';
import type { EmbeddedBackend } from '../database/backend.ts';
import { addressOf, callerOf, isOwnHost, isOwnPage } from './request-address.ts';

/**
 * As much of Supabase's Realtime as the site uses: an unmodified supabase-js subscribes to updates of `sync_state`, sends
 * heartbeats, leaves and reconnects. There is no broadcast and no presence, and no other table can be subscribed to.
 * Everybody may read `sync_state`, so access tokens make no difference and are not checked.
 */

/** As on hosted Supabase's free plan. */
const MAX_SOCKETS = 200;
/** What one caller may have of them. */
const MAX_SOCKETS_OF_ONE = 100;
const MAX_CHANNELS = 100;
/** In bytes. */
const MAX_FRAME = 1_000_000;
/** In bytes: what is kept for a client that does not read. One that reads has a few hundred waiting. */
const MAX_UNREAD = 1_000_000;

const reference = v.optional(v.nullable(v.string()), null);
/** A message of a Phoenix channel: join reference, reference, topic, event, payload. */
const frameSchema = v.tuple([reference, reference, v.string(), v.string(), v.unknown()]);

/** The payload of a join, with an entry for each `.on('postgres_changes', …)`. */
const joinSchema = v.object({
  config: v.object({
    postgres_changes: v.array(
      v.strictObject({
        event: v.picklist(['UPDATE', '*']),
        schema: v.literal('public'),
        table: v.literal('sync_state'),
      }),
    ),
  }),
});

interface Channel {
  joinRef: string | null;
  /** The subscriptions' ids; a client takes 0 for a missing one. */
  ids: readonly number[];
}

/** Adds the endpoint to a server, for these host names; `close` ends every connection. */
export function attachRealtime(
  server: Server,
  backend: EmbeddedBackend,
  hosts: readonly string[],
): { close(): void } {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME });
  /** How many connections each caller has. */
  const opened = new Map<string, number>();

  server.on('upgrade', (request, socket, head) => {
    const address = addressOf(request);
    // Without a listener of our own, an error of the socket would end the process.
    socket.on('error', () => socket.destroy());
    if (
      address?.pathname !== '/realtime/v1/websocket' ||
      !isOwnHost(address.hostname, hosts) ||
      !isOwnPage(request, address.hostname, hosts)
    ) {
      return void socket.destroy();
    }
    const caller = callerOf(request);
    const own = opened.get(caller) ?? 0;
    if (sockets.clients.size >= MAX_SOCKETS || own >= MAX_SOCKETS_OF_ONE) {
      return void socket.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n');
    }
    opened.set(caller, own + 1);
    socket.once('close', () => {
      const left = (opened.get(caller) ?? 1) - 1;
      if (left > 0) opened.set(caller, left);
      else opened.delete(caller);
    });
    sockets.handleUpgrade(request, socket, head, (client) => talk(client, backend));
  });

  return {
    close() {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
    },
  };
}

/** Answers one client, and passes pokes on to its channels. */
function talk(socket: WebSocket, backend: EmbeddedBackend): void {
  const channels = new Map<string, Channel>();
  const send = (
    joinRef: string | null,
    ref: string | null,
    topic: string,
    event: string,
    payload: object,
  ) => {
    if (socket.bufferedAmount > MAX_UNREAD) return socket.terminate();
    socket.send(JSON.stringify([joinRef, ref, topic, event, payload]));
  };

  function join(topic: string, joinRef: string | null, payload: unknown): object | string {
    const asked = v.safeParse(joinSchema, payload);
    if (!asked.success) return 'Only updates of public.sync_state can be subscribed to.';
    if (channels.size >= MAX_CHANNELS && !channels.has(topic)) return 'ChannelRateLimitReached';
    const subscriptions = asked.output.config.postgres_changes.map((it, i) => ({
      id: i + 1,
      ...it,
    }));
    channels.set(topic, { joinRef, ids: subscriptions.map(({ id }) => id) });
    return { postgres_changes: subscriptions };
  }

  function answer([joinRef, ref, topic, event, payload]: v.InferOutput<typeof frameSchema>) {
    const reply = (status: 'ok' | 'error', response: object) =>
      send(joinRef, ref, topic, 'phx_reply', { status, response });
    if (event === 'heartbeat') reply('ok', {});
    if (event === 'phx_leave') {
      channels.delete(topic);
      reply('ok', {});
      send(joinRef, null, topic, 'phx_close', {});
    }
    if (event === 'phx_join') {
      const joined = join(topic, joinRef, payload);
      if (typeof joined === 'string') return reply('error', { reason: joined });
      reply('ok', joined);
      send(joinRef, null, topic, 'system', {
        channel: topic.replace(/^realtime:/, ''),
        extension: 'postgres_changes',
        message: 'Subscribed to PostgreSQL',
        status: 'ok',
      });
    }
  }

  const stopListening = backend.onPoke((record) => {
    const data = {
      schema: 'public',
      table: 'sync_state',
      type: 'UPDATE',
      commit_timestamp: new Date().toISOString(),
      // The values are JSON's own, so a client needs no types to read them.
      columns: [],
      record,
      old_record: {},
      errors: null,
    };
    for (const [topic, { joinRef, ids }] of channels)
      send(joinRef, null, topic, 'postgres_changes', { ids, data });
  });
  socket.on('close', stopListening);
  socket.on('error', () => socket.terminate());
  socket.on('message', (data, isBinary) => {
    const frame = isBinary ? null : readFrame(String(data));
    if (frame !== null) answer(frame);
  });
}

/** Null for anything that is no message: a client's mistake must not stop the server. */
function readFrame(text: string): v.InferOutput<typeof frameSchema> | null {
  try {
    return v.parse(frameSchema, JSON.parse(text));
  } catch {
    return null;
  }
}
