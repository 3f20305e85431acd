import {
  NotRenewed,
  type Page,
  type PullRequest,
  type PushRequest,
} from '../../../src/engine/sync/protocol.ts';
import { type Failure, toFailure } from '../../../src/lib/failure.ts';
import { PAGE_ROWS, PAGE_ROWS_LEAST, PUSH_COUNT } from '../../../src/lib/limits.ts';
import type { Bound } from './bounds.ts';

/** How often a server may start over within one catch-up: SPEC.md, Bounds. */
const RESETS_AT_MOST = 5;

/** The requests of one exchange so far, recognised by the signal that the engine makes for each. */
interface Exchange {
  /** How many writes had failed because the device was full: after such a failure everything is tried once more. */
  full: number;
  isSecondTry: boolean;
  /** One of its pushes took too long. */
  isSlow: boolean;
  /** Why nothing may follow; null while a request may follow. */
  over: string | null;
  /** Edits that have an answer. */
  answered: Set<string>;
  /** The most edits that its next push may contain. */
  most: number;
  /** Pushes that found the device to be on another history. */
  movedOver: number;
  /** The position of the current catch-up; null for none. */
  cursor: number | null;
  resets: number;
  caughtUp: number;
}

/** The facts by which a tab's exchanges are judged. */
interface Around {
  isOnline(): boolean;
  /** How often a person has asked on this device. */
  asks(): number;
  /** How many writes have failed because the device was full. */
  full(): number;
  /** Whether an edit came as a file, which may bring it again after its answer. */
  isCarried(id: string): boolean;
  /** Called when a bound could have been broken. */
  met(bound: Bound): void;
}

/**
 * The requests of one tab, grouped by exchange: none begins while the browser reports no network, unless a person
 * asks (R21); and each request leaves less to do than the one before (SPEC.md, Bounds).
 */
export class Exchanges {
  /** The violation; null for none. */
  broken: string | null = null;
  private readonly bySignal = new WeakMap<AbortSignal, Exchange>();
  /** An exchange that has begun without a request yet. */
  private begun: Exchange | null = null;
  private phase = '';
  /** The most edits, and rows, that this tab may have in a request: less after one that took too long. */
  private edits = PUSH_COUNT;
  private rows = PAGE_ROWS;
  /** Since the last push that took too long, one was answered. */
  private isRecovering = true;
  /** The rows of the page that was asked for last. */
  private before = PAGE_ROWS;
  private asked: number;

  constructor(private readonly around: Around) {
    this.asked = around.asks();
  }

  /** Called with each event of the engine and the resulting phase. */
  hear(what: string): void {
    const [type = ''] = what.split(' ');
    const before = this.phase;
    this.phase = what.split(' ').at(-1) ?? '';
    if (type === 'asked') {
      this.asked += 1;
      this.must(this.asked <= this.around.asks(), 'a person is said to have asked, and has not');
    }
    const wasUnderWay = before === 'pushing' || before === 'pulling';
    const begins = !wasUnderWay || type === 'pulled' || type === 'online';
    if (this.phase !== 'pulling' || !begins) return;
    if (type === 'timer') {
      const isRetry = before === 'waiting';
      this.met(
        isRetry
          ? 'an exchange follows a failure, after a wait'
          : 'an exchange begins because time has passed',
      );
    }
    const may = this.around.isOnline() || type === 'asked';
    this.must(may, `an exchange begins without a network, for '${type}'`);
    this.begun = this.anew();
  }

  /** A push begins a catch-up. */
  async push(
    { mutations, cursor }: PushRequest,
    signal: AbortSignal,
    send: () => Promise<Page>,
  ): Promise<Page> {
    const one = this.exchangeOf(signal);
    if (one === null) return send();
    const count = mutations.length;
    this.may(one, one.over === null, `a push after ${one.over}`);
    this.may(one, one.cursor === null, 'a push in the middle of a catch-up');
    this.may(one, one.movedOver < 2, 'a third push without a common history');
    const most = Math.min(one.most, this.edits);
    this.may(one, count > 0 && count <= most, `a push of ${count} edits, not ${most}`);
    if (one.caughtUp > 0) this.met('a further batch is sent');
    const fewer = this.edits < PUSH_COUNT;
    if (fewer && !this.isRecovering)
      this.met('fewer edits are sent after a push that was not answered in time');
    if (fewer && this.isRecovering) this.met('more edits are sent again');
    const twice = mutations.find(({ id }) => one.answered.has(id) && !this.around.isCarried(id));
    this.may(one, twice === undefined, 'an edit is sent again that was answered');
    await this.untilLookedAt();
    try {
      const page = await send();
      for (const { id } of page.answers) one.answered.add(id);
      this.edits = Math.min(PUSH_COUNT, this.edits * 2);
      this.isRecovering = true;
      if (page.answers.length === 0) {
        one.movedOver += 1;
        this.met('a push finds the server on another history');
      }
      follow(one, page, cursor);
      return page;
    } catch (error) {
      const failure = toFailure(error);
      // What became of its token says nothing about the edits.
      const wasMade = !(failure instanceof NotRenewed);
      const isAboutEdits = wasMade && isAboutItsEdits(failure);
      const isTooSlow = wasMade && ['time-out', '57014'].includes(failure.code ?? '');
      if (wasMade && failure.code === 'time-out' && !signal.aborted) {
        this.met('a push is not answered in time');
        this.edits = Math.max(1, Math.ceil(Math.min(count, this.edits) / 2));
        this.isRecovering = false;
      }
      if (isAboutEdits && count > 1) {
        this.met('a batch that is too much, or unreadable, is halved');
        one.most = Math.ceil(count / 2);
        // No further push, but what is new is fetched.
      } else if (isTooSlow) {
        one.most = 0;
        one.isSlow = true;
      } else if (failure.kind === 'unreachable') {
        one.over = 'one that nobody answered';
        if (!signal.aborted) this.met('a push that nobody answers ends its exchange');
      } else one.most = isAboutEdits ? one.most : 0;
      throw error;
    }
  }

  /** At most one catch-up of an exchange begins with a pull, and it is the first. */
  async pull(
    { cursor, rows }: PullRequest,
    signal: AbortSignal,
    send: () => Promise<Page>,
  ): Promise<Page> {
    const one = this.exchangeOf(signal);
    if (one === null) return send();
    this.may(one, one.over === null, `a pull after ${one.over}`);
    this.may(
      one,
      one.caughtUp === 0 || one.cursor !== null,
      `a pull after ${one.caughtUp} catch-ups`,
    );
    this.may(one, one.resets <= RESETS_AT_MOST, `a pull after ${one.resets} resets`);
    const advances = one.cursor === null || cursor > one.cursor;
    this.may(one, advances, `a page from ${cursor}, after one from ${one.cursor}`);
    this.must(rows <= this.rows, `a page of ${rows} rows, not ${this.rows}`);
    if (one.cursor !== null) this.met('a page follows another');
    if (one.isSlow) this.met('what is new is fetched after a push that took too long');
    if (rows < this.before) this.met('fewer rows are asked for after a page that took too long');
    if (rows > this.before) this.met('more rows are asked for again');
    this.before = rows;
    await this.untilLookedAt();
    try {
      const page = await send();
      this.rows = Math.min(PAGE_ROWS, this.rows * 2);
      if (page.reset) this.met('a catch-up starts over');
      follow(one, page, cursor);
      return page;
    } catch (error) {
      one.over = 'a page that nobody answered';
      if (!signal.aborted) this.met('a page that is not answered ends its exchange');
      const isTooSlow = /^(time-out|57014)$/.test(toFailure(error).code ?? '');
      if (isTooSlow && !(error instanceof NotRenewed)) {
        this.rows = Math.max(PAGE_ROWS_LEAST, Math.ceil(Math.min(rows, this.rows) / 2));
      }
      throw error;
    }
  }

  /** Null for an abandoned exchange: its requests do not leave the device. */
  private exchangeOf(signal: AbortSignal): Exchange | null {
    if (signal.aborted) return null;
    const known = this.bySignal.get(signal);
    if (known !== undefined) return known;
    this.must(this.begun !== null, 'a request of no exchange');
    const one = this.begun ?? this.anew();
    this.begun = null;
    this.bySignal.set(signal, one);
    return one;
  }

  private anew(): Exchange {
    const start = { over: null, movedOver: 0, resets: 0, caughtUp: 0, answered: new Set<string>() };
    return {
      ...start,
      most: PUSH_COUNT,
      cursor: null,
      full: this.around.full(),
      isSecondTry: false,
      isSlow: false,
    };
  }

  /** On a full device everything is tried once more after making room. */
  private may(one: Exchange, holds: boolean, what: string): void {
    if (holds) return;
    const isTriedAgain = !one.isSecondTry && this.around.full() > one.full;
    if (isTriedAgain) {
      this.met('an exchange is tried once more on a full device');
      Object.assign(one, this.anew(), { isSecondTry: true });
    } else this.must(false, what);
  }

  /** An endless loop has to be stopped here: nothing after it would run. */
  private async untilLookedAt(): Promise<void> {
    if (this.broken !== null) await new Promise(() => {});
  }

  private met(bound: Bound): void {
    this.around.met(bound);
  }

  private must(holds: boolean, what: string): void {
    if (!holds) this.broken ??= what;
  }
}

/** @param cursor that the page was asked from */
function follow(one: Exchange, page: Page, cursor: number): void {
  one.cursor = page.reset ? -1 : cursor;
  if (page.reset) one.resets += 1;
  if (!page.more) Object.assign(one, { cursor: null, resets: 0, caughtUp: one.caughtUp + 1 });
}

/** Requests that are sent again in halves; see SPEC.md, R17. */
function isAboutItsEdits({ code }: Failure): boolean {
  return ['413', 'PT413', '57014'].includes(code ?? '') || /^(22|54)...$/.test(code ?? '');
}
