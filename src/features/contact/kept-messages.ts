import * as v from 'valibot';
import { MESSAGE_SENT_TOLD_MS } from '../../lib/limits.ts';
import type { Instant } from '../../lib/millis.ts';
import { MESSAGE_KEYS } from '../../lib/storage-keys.ts';
import type { MessageProblem, MessageText } from './message-rules.ts';

/**
 * A visitor's messages on this device, each in one entry of localStorage from its first letter until it was sent. What changes is the
 * entry's state, by one write, so there is no moment at which the text is nowhere or twice. It gets the id by which the server knows it
 * when it begins to wait, so no later text can be taken for it.
 *
 * | state | meaning | what follows |
 * |---|---|---|
 * | draft | it is being typed, or the server refused it | the visitor sends it: waiting |
 * | waiting | it is on its way | the server has it: sent; it refuses it: draft |
 * | sent | the text is gone; it is told for a day | nothing |
 *
 * If the device stores nothing, the entries last as long as the page.
 */
const textSchema = v.object({
  name: v.string(),
  email: v.string(),
  subject: v.string(),
  message: v.string(),
  website: v.string(),
});

const keptSchema = v.variant('state', [
  v.object({
    state: v.literal('draft'),
    at: v.number(),
    text: textSchema,
    problem: v.nullable(
      v.object({ field: v.string(), why: v.picklist(['empty', 'long', 'unfit']) }),
    ),
  }),
  v.object({
    state: v.literal('waiting'),
    at: v.number(),
    messageId: v.string(),
    text: textSchema,
    later: v.nullable(v.object({ why: v.string(), until: v.number() })),
  }),
  v.object({ state: v.literal('sent'), at: v.number() }),
]);

/** Why the server takes no message of this device until then. */
export interface Later {
  readonly why: string;
  readonly until: Instant;
}

interface Draft {
  readonly state: 'draft';
  readonly at: Instant;
  readonly text: MessageText;
  readonly problem: MessageProblem | null;
}
interface Waiting {
  readonly state: 'waiting';
  readonly at: Instant;
  readonly messageId: string;
  readonly text: MessageText;
  readonly later: Later | null;
}
interface Sent {
  readonly state: 'sent';
  readonly at: Instant;
}
type State = Draft | Waiting | Sent;

/** `isOnDevice`: it outlives the page. */
type Entry<Of extends State> = Of & { readonly key: string; readonly isOnDevice: boolean };
export type KeptMessage = Entry<Draft> | Entry<Waiting> | Entry<Sent>;
export type WaitingMessage = Entry<Waiting>;

export interface KeptMessages {
  /** The oldest first. */
  list(): readonly KeptMessage[];
  read(key: string): KeptMessage | null;
  /** Null forgets it. */
  put(key: string, state: State | null): void;
  /** Calls back after each change, in any tab. @returns a function that stops it */
  onChange(listener: () => void): () => void;
}

/** @param storage may throw: a browser that stores nothing does so even when it is asked for */
export function openMessages(storage: () => Storage, now: () => Instant = Date.now): KeptMessages {
  const onPage = new Map<string, State>();
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const fromDevice = <Answer>(ask: (device: Storage) => Answer, otherwise: Answer): Answer => {
    try {
      return ask(storage());
    } catch {
      return otherwise;
    }
  };
  const stateOnDevice = (key: string) =>
    fromDevice((device) => parse(device.getItem(MESSAGE_KEYS + key)), null);

  function read(key: string): KeptMessage | null {
    const held = onPage.get(key);
    const state = held ?? stateOnDevice(key);
    if (state === null) return null;
    const isOld = state.state === 'sent' && state.at + MESSAGE_SENT_TOLD_MS < now();
    return isOld ? null : { ...state, key, isOnDevice: held === undefined };
  }

  return {
    list() {
      const keys = fromDevice(
        (device) =>
          Object.keys(device)
            .filter((name) => name.startsWith(MESSAGE_KEYS))
            .map((name) => name.slice(MESSAGE_KEYS.length)),
        [],
      );
      return [...new Set([...keys, ...onPage.keys()])]
        .flatMap((key) => read(key) ?? [])
        .sort((a, b) => a.at - b.at);
    },
    read,
    put(key, state) {
      onPage.delete(key);
      const isKept = fromDevice((device) => {
        if (state === null) device.removeItem(MESSAGE_KEYS + key);
        else device.setItem(MESSAGE_KEYS + key, JSON.stringify(state));
        return true;
      }, false);
      if (!isKept && state !== null) onPage.set(key, state);
      tell();
    },
    onChange(listener) {
      listeners.add(listener);
      const onStorage = ({ key }: StorageEvent) => {
        if (key === null || key.startsWith(MESSAGE_KEYS)) listener();
      };
      window.addEventListener('storage', onStorage);
      return () => {
        listeners.delete(listener);
        window.removeEventListener('storage', onStorage);
      };
    },
  };
}

function parse(held: string | null): State | null {
  if (held === null) return null;
  try {
    const read = v.safeParse(keptSchema, JSON.parse(held));
    return read.success ? read.output : null;
  } catch {
    return null;
  }
}
