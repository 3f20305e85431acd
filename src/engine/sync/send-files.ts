import { backoff } from '../../lib/backoff.ts';
import { type Failure, toFailure } from '../../lib/failure.ts';
import { FILE_METERED_BYTES, LOCK_PATIENCE_MS, RETRY_AFTER_MOST_MS } from '../../lib/limits.ts';
import { underLock } from '../../lib/lock.ts';
import type { Instant } from '../../lib/millis.ts';
import { filesLock } from '../device-names.ts';
import type { StoredFile } from '../file.ts';
import type { MirrorDatabase } from '../mirror/database.ts';
import { readPosition } from '../mirror/status.ts';
import { repeatIfLost } from '../mirror/unreadable.ts';
import { filesHere } from '../outbox/files.ts';
import {
  fileIsRefused,
  fileIsStored,
  filesToSend,
  uploadHasBegun,
} from '../outbox/files-to-send.ts';
import { NotRenewed, type StoreFile } from './protocol.ts';
import type { Surroundings } from './surroundings.ts';

/** The parts of what sends files. */
export interface FileSenderParts {
  readonly database: MirrorDatabase;
  readonly storeFile: StoreFile;
  readonly surroundings: Surroundings;
  readonly clock: () => Instant;
  readonly random: () => number;
  readonly locks: LockManager | undefined;
  /** Called when the server refuses a file for lack of rights: the role may have been revoked. */
  readonly onNoRight?: (() => void) | undefined;
  /** Called with a file that the server has now: the device forgets it then. */
  readonly onStored?: ((file: StoredFile) => Promise<void>) | undefined;
  readonly isMetered?: () => boolean;
}

export interface FileSender {
  /** There may be something to send. */
  wanted(): void;
  /** A person asks, who may know better than the browser, and need not mind what a network costs. */
  asked(): void;
  stop(): void;
}

/**
 * Sends the files that edits wait for (R46), beside the exchanges, so that nothing but these edits waits for a large picture on
 * a slow line. It is loaded on a device that has a file.
 *
 * - One file after the other, in one tab at a time, in the order of the edits. A file that has failed lets the others go first.
 * - After a failure it waits as an exchange does; neither edits nor other files shorten that wait.
 * - A refusal is of the file: its edits are refused, and the next file is sent (R47).
 * - On a metered network large files wait until a person asks.
 * - A hidden page sends nothing, and gives up what it is sending (R19). Without a network nothing is sent unless a person asks.
 */
export function startFileSender(parts: FileSenderParts): FileSender {
  const { database, storeFile, surroundings, clock, random, locks } = parts;
  const { isMetered = isMeteredHere } = parts;
  const tries = new Map<string, number>();
  let failures = 0;
  let underWay: AbortController | null = null;
  let wake: ReturnType<typeof setTimeout> | undefined;
  let isWantedAgain = false;
  let isAsked = false;

  async function send(): Promise<void> {
    if (underWay !== null) {
      isWantedAgain = true;
      return;
    }
    if (!surroundings.isVisible() || !(surroundings.isOnline() || isAsked)) return;
    clearTimeout(wake);
    wake = undefined;
    const now = { isAsked, run: new AbortController() };
    const { signal } = now.run;
    [underWay, isAsked, isWantedAgain] = [now.run, false, false];
    const job = () => sendAll(now.isAsked, signal);
    const failure = await underLock(
      locks,
      filesLock(database.name),
      LOCK_PATIENCE_MS,
      job,
      signal,
    ).then(() => null, toFailure);
    if (signal.aborted) return;
    underWay = null;
    if (failure !== null) return wait(failure);
    failures = 0;
    if (isWantedAgain) void send();
  }

  /** @throws {Failure} if a file was not answered about */
  async function sendAll(asked: boolean, signal: AbortSignal): Promise<void> {
    const later = new Set<string>();
    for (;;) {
      const names = (await filesToSend(database, clock())).filter((name) => !later.has(name));
      const [name] = names.sort((a, b) => (tries.get(a) ?? 0) - (tries.get(b) ?? 0));
      if (name === undefined) return;
      const file = await repeatIfLost(() => database.files.get(name));
      signal.throwIfAborted();
      if (file === undefined) await tellIfLost(name);
      else if (!asked && file.bytes.byteLength > FILE_METERED_BYTES && isMetered()) later.add(name);
      else await sendOne(file, signal);
      signal.throwIfAborted();
    }
  }

  async function sendOne(file: StoredFile, signal: AbortSignal): Promise<void> {
    const { name } = file;
    tries.set(name, (tries.get(name) ?? 0) + 1);
    const { epoch } = await readPosition(database);
    // R49. On a device that cannot keep it, the next attempt begins anew.
    const keep = (upload: string) => uploadHasBegun(database, name, upload).catch(() => {});
    const failure = await storeFile(file, signal, keep).then(() => null, toFailure);
    signal.throwIfAborted();
    // What became of its token says nothing about the file.
    const isRefused = failure?.kind === 'refused' && !(failure instanceof NotRenewed);
    if (failure !== null && !isRefused) throw failure;
    tries.delete(name);
    if (failure === null) {
      // It can be shown from elsewhere, too.
      await parts.onStored?.(file).catch(() => {});
      await fileIsStored(database, name);
    } else {
      if (failure.code === '403') parts.onNoRight?.();
      await fileIsRefused(database, name, failure, clock(), epoch);
    }
  }

  /** Another tab may have sent it, or its edit may be gone; or the device has lost its bytes (R42), and only its author has them. */
  async function tellIfLost(name: string): Promise<void> {
    if (!(await filesHere(database)).includes(name)) return;
    const lost = { code: 'lost', message: 'the device has lost it' };
    await fileIsRefused(database, name, lost, clock(), null);
  }

  function wait({ retryAfterMs }: Failure): void {
    failures += 1;
    const asked = Math.min(retryAfterMs ?? 0, RETRY_AFTER_MOST_MS);
    wake = setTimeout(() => void send(), Math.max(backoff(failures, random()), asked));
  }

  /** There is reason to hope, so the next wait is counted from the first failure again. */
  function afresh(): void {
    failures = 0;
    void send();
  }

  function giveUp(): void {
    clearTimeout(wake);
    wake = undefined;
    underWay?.abort();
    underWay = null;
  }

  const stopSurroundings = surroundings.watch((event) => {
    if (event === 'hidden' || event === 'offline') giveUp();
    else afresh();
  });
  void send();

  return {
    wanted() {
      if (wake === undefined) void send();
    },
    asked() {
      isAsked = true;
      // What is under way may have passed over something.
      afresh();
    },
    stop() {
      stopSurroundings();
      giveUp();
    },
  };
}

/** Only Chromium says so. */
function isMeteredHere(): boolean {
  const { connection } = Object(globalThis.navigator) as { connection?: Connection };
  return connection?.saveData === true || connection?.type === 'cellular';
}

interface Connection {
  readonly saveData?: boolean;
  readonly type?: string;
}
