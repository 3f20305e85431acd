import { liveQuery } from 'dexie';
import { ANSWERS_KEPT } from '../../lib/limits.ts';

/**
 * The device's answers to the questions of screens, live. Screens that ask the same question share one live query. A
 * screen that is shown again begins with the last answer: its first frame is complete, and as tall as when it was
 * left.
 *
 * An answer that no screen shows is dropped as soon as what it was read from changes, in any tab. So memory never shows
 * what the device has lost meanwhile, e.g. the rows of an account that has signed out.
 */

interface Held<T> {
  readonly answer?: T;
  readonly error?: unknown;
}

/** Where an answer comes from. */
export interface Asked<T> {
  /** An answer that is known already; undefined if there is none. */
  readonly peek: () => T | undefined;
  /**
   * Calls `next` with the answer, now or as soon as it is there, and whenever it has changed.
   *
   * @param isAsked whether anybody still wants to know
   * @returns a function that stops it
   */
  readonly follow: (
    next: (answer: T) => void,
    fail: (error: unknown) => void,
    isAsked: () => boolean,
  ) => () => void;
}

/** An answer that is read from the disk, live. */
export function fromDisk<T>(ask: () => Promise<T>): Asked<T> {
  return {
    peek: () => undefined,
    follow(next, fail, isAsked) {
      // Async, or Dexie does not see what is read after an await.
      const query = liveQuery(async () => {
        if (isAsked()) return ask();
        throw new Error('Nobody asks any more.');
      }).subscribe({ next, error: fail });
      return () => query.unsubscribe();
    },
  };
}

/**
 * An answer that is in memory.
 *
 * @param peek returns the same object until the answer changes
 * @param onChange calls its listener when it may have changed
 */
export function fromMemory<T>(
  peek: () => T | undefined,
  onChange: (listener: () => void) => () => void,
): Asked<T> {
  return {
    peek,
    follow(next, fail) {
      let last: T | undefined;
      const tell = () => {
        try {
          const answer = peek();
          if (answer === undefined || answer === last) return;
          last = answer;
          next(answer);
        } catch (error) {
          fail(error);
        }
      };
      tell();
      return onChange(tell);
    },
  };
}

/**
 * An answer that is read from the disk, live, while there may be anything to read.
 *
 * @param mayHave undefined while that is not known
 * @param nothing the answer while there is nothing
 */
export function fromDiskIf<T>(
  mayHave: () => boolean | undefined,
  onChange: (listener: () => void) => () => void,
  ask: () => Promise<T>,
  nothing: T,
): Asked<T> {
  return {
    peek: () => (mayHave() === false ? nothing : undefined),
    follow(next, fail, isAsked) {
      let reads: boolean | undefined;
      let stop = () => {};
      const look = () => {
        const now = mayHave();
        if (now === undefined || now === reads) return;
        reads = now;
        stop();
        stop = now ? fromDisk(ask).follow(next, fail, isAsked) : () => {};
        if (!now) next(nothing);
      };
      const stopLooking = onChange(look);
      look();
      return () => {
        stopLooking();
        stop();
      };
    },
  };
}

/** Shaped for `useSyncExternalStore`. */
export interface LiveAnswer<T> {
  /** The same object until it changes. */
  readonly held: () => Held<T>;
  readonly watch: (listener: () => void) => () => void;
}

/** Answers live as long as their source: a mirror, or an editor. */
const bySource = new WeakMap<object, Map<string, LiveAnswer<unknown>>>();

/** The source that each source has replaced. */
const predecessors = new WeakMap<object, object>();

/** Drops each answer that no screen shows, the longest unseen first. */
const unseen = new Set<() => void>();

/**
 * Says that `source` replaces `before`. A screen that is shown again begins with the answer of `before`: a device that
 * was silent for some seconds must not cost readers their place on the page.
 */
export function takeOver(source: object, before: object): void {
  predecessors.set(source, before);
}

function lastAnswer(source: object | undefined, question: string): unknown {
  if (source === undefined) return undefined;
  const answer = bySource.get(source)?.get(question)?.held().answer;
  return answer ?? lastAnswer(predecessors.get(source), question);
}

/**
 * @param source what is asked: answers are remembered as long as it is the same object
 * @param question the same text for the same answer
 */
export function answerTo<T>(source: object, question: string, asked: Asked<T>): LiveAnswer<T> {
  const known = bySource.get(source) ?? new Map<string, LiveAnswer<unknown>>();
  bySource.set(source, known);
  // The source, or what it took over from, and the question determine the type.
  const begin = () => {
    const now = asked.peek();
    return now === undefined ? (lastAnswer(predecessors.get(source), question) as T) : now;
  };
  const answer = known.get(question) ?? openAnswer(asked, begin(), known, question);
  known.set(question, answer);
  return answer as LiveAnswer<T>;
}

/** @param known where screens find it by its question, until it is dropped */
function openAnswer<T>(
  asked: Asked<T>,
  first: T | undefined,
  known: Map<string, LiveAnswer<unknown>>,
  question: string,
): LiveAnswer<T> {
  const listeners = new Set<() => void>();
  // An object of its own, also without an answer: React watches another answer only if it reads another object.
  let held: Held<T> = first === undefined ? {} : { answer: first };
  let stop = () => {};

  function tell(next: Held<T>): void {
    if (listeners.size === 0) {
      drop();
      return;
    }
    held = next;
    for (const listener of [...listeners]) listener();
  }

  function drop(): void {
    stop();
    unseen.delete(drop);
    held = {};
    if (known.get(question) === answer) known.delete(question);
  }

  function start(): void {
    stop();
    stop = asked.follow(
      (value) => tell({ answer: value }),
      (error) => tell({ error }),
      () => listeners.size > 0,
    );
  }

  const answer: LiveAnswer<T> = {
    held: () => held,
    watch(listener) {
      unseen.delete(drop);
      // React may stop watching and watch again without asking anew: StrictMode does at once, Activity when it shows again.
      if (!known.has(question)) known.set(question, answer);
      listeners.add(listener);
      // A query that has met a failing device would only wait for the next change.
      if (listeners.size === 1) start();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        if (held.answer === undefined) return drop();
        unseen.add(drop);
        if (unseen.size > ANSWERS_KEPT) [...unseen][0]?.();
      };
    },
  };
  return answer;
}
