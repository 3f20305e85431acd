import { backoff } from '../../lib/backoff.ts';
import { type Failure, toFailure } from '../../lib/failure.ts';
import { LOCK_PATIENCE_MS, MESSAGE_UNKNOWN_AGAIN_MS } from '../../lib/limits.ts';
import { underLock } from '../../lib/lock.ts';
import type { Instant, Millis } from '../../lib/millis.ts';
import { MESSAGES_LOCK } from '../../lib/storage-keys.ts';
import type { KeptMessages, WaitingMessage } from './kept-messages.ts';
import type { MessageText } from './message-rules.ts';
import type { MessageAnswer } from './post-message.ts';

export interface SenderParts {
  readonly kept: KeptMessages;
  /** @throws {Failure} */
  readonly post: (id: string, text: MessageText) => Promise<MessageAnswer>;
  readonly locks: () => LockManager | undefined;
  readonly now: () => Instant;
  /** A random number in [0, 1). */
  readonly chance: () => number;
}

export interface MessageSender {
  /** Sends what waits, now. */
  ask(): void;
  /** Of the last try. */
  readonly failure: () => Failure | null;
  readonly onChange: (listener: () => void) => () => void;
}

/**
 * Sends waiting messages, one after the other, in one tab at a time. The id of a message is on the disk before it is sent, so however
 * often a tab is killed between sending and the answer, the server has it once.
 *
 * | the server | the message |
 * |---|---|
 * | has taken it | is sent |
 * | refuses it | is a draft again, with the reason |
 * | takes none of this device for now | waits until then, and the others with it |
 * | cannot be reached, or does not know what to do | waits, and is tried again with back-off |
 */
export function createMessageSender(parts: SenderParts): MessageSender {
  const { kept, post, locks, now, chance } = parts;
  const listeners = new Set<() => void>();
  let failures = 0;
  let failure: Failure | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;
  let isAskedAgain = false;

  const waiting = () => kept.list().filter((one) => one.state === 'waiting');
  const isTooEarly = ({ later }: WaitingMessage) => later !== null && later.until > now();

  function tell(news: Failure | null): void {
    failure = news;
    for (const listener of listeners) listener();
  }

  /** @throws {Failure} */
  async function sendAll(): Promise<void> {
    for (const { key } of waiting()) {
      // Another tab may have sent it since.
      const one = kept.read(key);
      if (one?.state !== 'waiting' || isTooEarly(one)) continue;
      const answer = await post(one.messageId, one.text);
      failures = 0;
      const at = now();
      if (answer.outcome === 'taken') kept.put(key, { state: 'sent', at });
      if (answer.outcome === 'refused') {
        const { field, why } = answer;
        kept.put(key, { state: 'draft', at, text: one.text, problem: { field, why } });
      }
      if (answer.outcome === 'later') {
        const later = { why: answer.why, until: at + answer.seconds * 1000 };
        for (const { key: other, isOnDevice: _, ...state } of waiting())
          kept.put(other, { ...state, later });
      }
    }
  }

  async function run(): Promise<void> {
    clearTimeout(timer);
    if (waiting().length === 0) return tell(null);
    try {
      await underLock(locks(), MESSAGES_LOCK, LOCK_PATIENCE_MS, sendAll);
      failures = 0;
      tell(null);
    } catch (error) {
      failures += 1;
      tell(toFailure(error));
    }
    const wait = pause();
    if (wait !== null) timer = setTimeout(ask, wait);
  }

  /** Until the next try; null if nothing waits. */
  function pause(): Millis | null {
    if (failure !== null) {
      if (failure.kind !== 'unreachable') return MESSAGE_UNKNOWN_AGAIN_MS;
      return Math.max(backoff(failures, chance()), failure.retryAfterMs ?? 0);
    }
    const untils = waiting().map(({ later }) => later?.until ?? now());
    // Clocks differ by a second, and one that was set back must not make it wait for days.
    return untils.length === 0
      ? null
      : Math.min(Math.max(Math.min(...untils) - now(), 0) + 1_000, MESSAGE_UNKNOWN_AGAIN_MS);
  }

  function ask(): void {
    isAskedAgain = running !== null;
    running ??= run().finally(() => {
      running = null;
      if (isAskedAgain) ask();
    });
  }

  return {
    ask,
    failure: () => failure,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
