import { CACHED_MOST_MS } from '../../../src/lib/limits.ts';
import { historyOf, isBroken, lacksTables } from './broken-table.ts';
import { type AboutUpload, Bucket } from './bucket.ts';
import { underWay } from './storage.ts';
import { Stream } from './streams.ts';
import type { Conflict } from './views.ts';

/**
 * The server of a history: the real migrations on a real Postgres, and as much of an API as the site's requests need.
 * It records its actions for the checks.
 */

/** Runs SQL: one connection of Postgres in WASM, or many of a real one. */
export interface Postgres {
  /** In one transaction, with the rights of a caller. @returns the first column of the last statement */
  call(caller: Caller, statement: string): Promise<unknown>;
  /** As the owner of the database. */
  sql(statements: string): Promise<Record<string, unknown>[]>;
  /** Whether requests run at the same time. */
  readonly isConcurrent: boolean;
  /** Begins a transaction and leaves it open. When it is released, `then` runs and everything is committed. */
  hold(first: string, then: string): Promise<void>;
  letGo(): Promise<void>;
  /** Resolves when a request waits for a lock of another, or when none is going to. */
  untilSomebodyWaits(): Promise<void>;
}

/** Statements that give a transaction the rights of a caller, as the API does. */
export function sqlAs(caller: Caller): string {
  const claims =
    caller.role === 'anon' ? { role: caller.role } : { role: caller.role, sub: caller.userId };
  return `select set_config('role', ${literal(caller.role)}, true), set_config('request.jwt.claims', ${literal(JSON.stringify(claims))}, true)`;
}

export type Caller = { role: 'anon' } | { role: 'authenticated'; userId: string };

/** A page, as far as the checks look at it. */
interface Answer {
  readonly epoch: string;
  readonly cursor: number;
  readonly changes: readonly { table: string; id: string }[];
}

/** A row of the change index, with the row that it is of if it may be new: as everybody may see it, and as admins do. */
interface Indexed {
  readonly version: number;
  /** Null for what was never shown. */
  readonly shown_version: number | null;
  readonly is_shown: boolean;
  /** Null for what was forgotten. */
  readonly table_name: string | null;
  readonly row_id: string;
  readonly row: Record<string, unknown> | null;
  readonly whole: Record<string, unknown> | null;
}

interface Result {
  readonly id: string;
  readonly outcome: string;
  readonly first: string;
  readonly code: string | null;
  readonly message: string | null;
  readonly conflicts: readonly Conflict[];
}

export interface Sent {
  readonly id: string;
  readonly changes: readonly { table: string; id: string; values?: Record<string, unknown> }[];
}

export interface Reply {
  readonly status: number;
  readonly text: string;
  readonly headers?: Record<string, string>;
}

/** Where files are sent to. */
const OBJECTS = '/storage/v1/object/';
const UPLOADS = '/storage/v1/upload/resumable';

/** How many rows a page of a pull has: few, so that a catch-up needs many pages. */
const PAGE_ROWS = 4;

export class Server {
  readonly bucket = new Bucket(
    () => this.now(),
    (event) => this.count(`upload ${event}`),
  );
  readonly admins = new Stream('admins');
  readonly everybody = new Stream('everybody');
  /** The rows that those who are no admins were told of, by table and id. */
  readonly toldToAll = new Set<string>();
  /** The applied mutations in order, with their contents and their author. */
  readonly applied = new Map<string, { changes: Sent['changes']; userId: string }>();
  /** Counts the pushes. */
  private moment = 0;
  /** The time at which a mutation was applied. */
  readonly appliedAt = new Map<string, number>();
  /** The last time at which a device could be given this position: history and cursor. */
  readonly toldAt = new Map<string, number>();
  /** The answers to refused mutations, whether refused for their contents or for lack of rights. */
  readonly refused = new Map<string, { code: string | null; message: string | null }[]>();
  /** The conflicts that the author of a mutation was told of. */
  readonly conflicts = new Map<string, readonly Conflict[]>();
  /** Mutations that were answered as refused to an author who had had them applied. */
  readonly contradicted: string[] = [];
  /** The epoch as visitors and as admins see it. */
  epochs: readonly string[] = [];
  /** Whose epoch each one is, or was. */
  private readonly streams = new Map<string, Stream>();
  /** Counts the requests by path, and the faults that they met. */
  readonly counts: Record<string, number> = {};

  /** Every request with its answer, without the parts that depend on the machine's clock or on chance. */
  readonly log: string[] = [];

  private tokens = new Map<string, { userId: string; refresh: string }>();
  private revoked = new Set<string>();
  private issued = 0;

  constructor(
    private readonly postgres: Postgres,
    private readonly random: () => number,
    private readonly poke: (version: number) => void,
    /** ms since 1970. */
    private readonly now: () => number,
  ) {}

  /** An answer in the form of Supabase. */
  async answer(path: string, body: Record<string, unknown>, bearer: string | null): Promise<Reply> {
    const reply = await this.reply(path, body, bearer);
    const what = path.replace(/epoch=[^&]*/, '');
    const told = JSON.stringify({ ...body, epoch: null }).replace(
      /"\d{4}-\d\d-\d\dT[\d:.]+[+-][\d:]+"/g,
      'a time',
    );
    this.log.push(`${what} ${bearer} ${told} ${reply.status}`);
    return reply;
  }

  private async reply(
    path: string,
    body: Record<string, unknown>,
    bearer: string | null,
  ): Promise<Reply> {
    const [called = '', query] = path.split('?');
    this.count([OBJECTS, UPLOADS].find((it) => called.startsWith(it)) ?? called);
    if (path.startsWith('/auth/v1/token')) return this.refresh(String(body.refresh_token));
    const session = bearer === null ? null : this.tokens.get(bearer);
    if (session === undefined) return json(401, { code: 'PGRST301', message: 'JWT expired' });
    const caller: Caller =
      session === null ? { role: 'anon' } : { role: 'authenticated', userId: session.userId };
    try {
      if (called.startsWith('/storage/')) return await this.takeFile(caller, called, body);
      if (called.endsWith('/sync_read')) return json(200, await this.shared(query ?? ''));
      if (path.endsWith('/sync_pull')) return json(200, await this.pull(caller, body));
      if (path.endsWith('/sync_push')) return json(200, await this.push(caller, body));
      if (path.endsWith('/sync_release')) return json(200, await this.release(caller));
      return json(404, { code: 'PGRST202', message: 'no such function' });
    } catch (error) {
      const { code = 'XX000', message } = error as { code?: string; message: string };
      this.count(`database ${code}`);
      return json(code === 'PT413' ? 413 : 500, { code, message });
    }
  }

  private async pull(caller: Caller, body: Record<string, unknown>): Promise<unknown> {
    const { epoch, cursor, horizon, pending } = body;
    const ids = (pending as string[]).map((id) => `${literal(id)}::uuid`).join(', ');
    const statement = `select public.sync_pull(${literal(epoch)}, ${Number(cursor)}, ${Number(horizon)}, ${PAGE_ROWS}, array[${ids}]::uuid[])`;
    const question = JSON.stringify([caller, statement]);
    const page = this.pages.get(question) ?? this.call(caller, statement);
    if (!this.postgres.isConcurrent) this.pages.set(question, page);
    this.tell((await page) as Answer, caller);
    return page;
  }

  /** A cache in front of the server: for a while it answers all who ask the same with one answer. */
  private async shared(query: string): Promise<unknown> {
    const held = this.cache.get(query);
    if (held !== undefined && this.now() < held.until) {
      this.count('answered by the cache');
      // What nobody but admins is told of may have changed since; all that its readers are told of is in it.
      const page = (await held.page) as Answer;
      const isUpToDate = this.isCurrent(page.epoch) && page.cursor >= this.everybody.head;
      if (isUpToDate) this.tell(page, { role: 'anon' });
      return page;
    }
    const page = this.read(query);
    this.cache.set(query, { page, until: this.now() + CACHED_MOST_MS });
    // Only successes are kept.
    page.catch(() => this.cache.delete(query));
    return page;
  }

  private read(query: string): Promise<unknown> {
    const { epoch = null, cursor, horizon } = Object.fromEntries(new URLSearchParams(query));
    return this.pull({ role: 'anon' }, { epoch, cursor, horizon, pending: [] });
  }

  private readonly cache = new Map<string, { page: Promise<unknown>; until: number }>();

  private tell({ epoch, cursor, changes }: Answer, caller: Caller): void {
    this.toldAt.set(`${epoch}@${cursor}`, this.moment);
    const isForAll = caller.role === 'anon' || this.streamAt(epoch) === this.everybody;
    if (isForAll) for (const { table, id } of changes) this.toldToAll.add(`${table}/${id}`);
  }

  /** The same question has the same answer as long as nothing was written, so the answer is kept. */
  private readonly pages = new Map<string, Promise<unknown>>();

  private async push(caller: Caller, body: Record<string, unknown>): Promise<unknown> {
    this.pages.clear();
    const mutations = body.mutations as Sent[];
    const answer = (await this.call(
      caller,
      `select public.sync_push(${literal(body.epoch)}, ${literal(JSON.stringify(mutations))}::jsonb, ${Number(body.cursor)}, ${Number(body.horizon)}, ${PAGE_ROWS})`,
    )) as Answer & { answers: Result[] };
    this.moment += 1;
    this.tell(answer, caller);
    for (const { id, outcome, first, code, message, conflicts } of answer.answers) {
      const changes = mutations.find((one) => one.id === id)?.changes ?? [];
      const userId = caller.role === 'anon' ? '' : caller.userId;
      this.count(`edits ${outcome}`);
      // A mutation that is applied twice is found in the rows; see `values that were written`.
      const before = this.applied.get(id);
      if (outcome === 'applied') {
        if (this.bucket.applied(id, changes)) this.count('edits with files');
        this.applied.set(id, { changes, userId });
        this.appliedAt.set(id, this.moment);
      }
      if (outcome === 'rejected' && before?.userId === userId) this.contradicted.push(id);
      if (first === 'applied') this.conflicts.set(id, conflicts);
      else this.refused.set(id, [...(this.refused.get(id) ?? []), { code, message }]);
    }
    await this.look();
    return answer;
  }

  /** Admins may add files. */
  private async takeFile(
    caller: Caller,
    path: string,
    body: Record<string, unknown>,
  ): Promise<Reply> {
    const userId = caller.role === 'anon' ? null : caller.userId;
    const roles = await underWay(
      this.postgres.sql(`select 1 from public.user_roles where user_id = ${literal(userId)}`),
    );
    const isAllowed = roles.length > 0;
    if (path.startsWith(OBJECTS))
      return this.bucket.take(path.slice(OBJECTS.length), body.hash, isAllowed);
    const about = body.about as AboutUpload;
    return this.bucket.answerUpload(path.slice(UPLOADS.length + 1), about, isAllowed);
  }

  private async release(caller: Caller): Promise<unknown> {
    await this.call(caller, 'select public.sync_release()');
    await this.look();
    return null;
  }

  private call(caller: Caller, statement: string): Promise<unknown> {
    return underWay(this.postgres.call(caller, statement));
  }

  /** Plain SQL, as in the table editor. */
  async sql(statements: string): Promise<Record<string, unknown>[]> {
    try {
      return await underWay(this.postgres.sql(statements));
    } catch (error) {
      // Another transaction holds a lock that it needs: nothing of it has happened, as in any table editor.
      const { code = '' } = error as { code?: string };
      if (!['55P03', '40P01', '40001'].includes(code)) throw error;
      this.count(`plain SQL ${code}`);
      return [];
    } finally {
      await this.look();
    }
  }

  /** Brings the records here in line with the database, and pokes the listeners. */
  look(): Promise<void> {
    // One at a time: the later of two answers is then the newer one.
    this.looking = this.looking.then(() => this.lookNow());
    return this.looking;
  }

  private looking: Promise<void> = Promise.resolve();

  private async lookNow(): Promise<void> {
    this.pages.clear();
    const { admins, everybody } = this;
    const before = everybody.newest;
    // Among concurrent requests the later one may have the lower version; the checks have to find that.
    const known = this.postgres.isConcurrent ? 0 : admins.newest;
    const rows = (await underWay(
      this.postgres.sql(
        `select c.version, c.shown_version, c.is_shown, c.table_name, c.row_id, n.row, n.row || sync.kept_in(c.table_name, c.row_id) as whole
         from sync.change c,
           lateral (select case when c.version > ${known} then torture.row_now(c.table_name, c.row_id) end as row) n
         union all select min_version, min_version, null, null, null, null, null from public.sync_state
         order by version`,
      ),
    )) as unknown as Indexed[];
    const here = { admins: new Set<string>(), everybody: new Set<string>() };
    const heads = { admins: 0, everybody: 0 };
    for (const { table_name, row_id, is_shown, row, whole, ...told } of rows) {
      const isNew = Number(told.version) > known;
      const views = [
        { of: admins, version: told.version, state: whole },
        { of: everybody, version: told.shown_version, state: is_shown ? row : null },
      ];
      for (const { of, version, state } of views) {
        if (version === null) continue;
        heads[of.readers] = Math.max(heads[of.readers], Number(version));
        if (table_name === null) continue;
        const key = `${table_name}/${row_id}`;
        here[of.readers].add(key);
        if (isNew) of.see(key, { version: Number(version), row: state });
      }
    }
    for (const stream of [admins, everybody]) {
      stream.head = heads[stream.readers];
      stream.forget(here[stream.readers]);
    }
    // Nobody is poked for what only admins are told.
    if (everybody.newest > before) this.poke(everybody.newest);
  }

  /** A transaction begins to write and stays open while devices go on. */
  async hold(first: string, then: string): Promise<void> {
    await underWay(this.postgres.hold(first, then));
  }

  async letGo(): Promise<void> {
    await underWay(this.postgres.letGo());
    await this.look();
  }

  /** Reads every row again: some were changed without a new version. */
  lookAnew(): Promise<void> {
    // A look that is under way would bring back what it has seen as the newest.
    this.looking = this.looking.then(() => {
      this.admins.newest = 0;
      return this.lookNow();
    });
    return this.looking;
  }

  /**
   * Admins have another epoch, because they see more (Y9). It is asked for again when a role has changed.
   */
  async lookAtEpochs(): Promise<void> {
    this.pages.clear();
    const users = (await this.postgres.sql('select user_id from public.user_roles')) as {
      user_id: string;
    }[];
    const [admin] = users;
    const epochOf = async (caller: Caller) =>
      String(await this.call(caller, 'select sync.epoch()'));
    const epochs = new Map([[await epochOf({ role: 'anon' }), this.everybody]]);
    if (admin !== undefined) {
      epochs.set(await epochOf({ role: 'authenticated', userId: admin.user_id }), this.admins);
    }
    for (const [epoch, stream] of epochs) this.streams.set(epoch, stream);
    this.epochs = [...epochs.keys()];
  }

  /** What a device in this history follows, or followed; undefined for one that no server has told of. */
  streamAt(epoch: string | null): Stream | undefined {
    return this.streams.get(historyOf(epoch ?? ''));
  }

  /** What a device in this history is to be compared with; everybody's for one that no server has told of. */
  streamOf(epoch: string | null): Stream {
    return this.streamAt(epoch) ?? this.everybody;
  }

  /** Not where a device lacks a table that can be read again: its next question makes it start over. */
  isCurrent(epoch: string | null): boolean {
    if (epoch === null || (lacksTables(epoch) && !this.hasBroken)) return false;
    return this.epochs.includes(historyOf(epoch));
  }

  /** Whether a table cannot be read now. */
  hasBroken = false;

  async lookForBroken(): Promise<void> {
    this.pages.clear();
    this.hasBroken = await underWay(isBroken(this.postgres));
  }

  /** Records which versions transactions have written together. A failed transaction has written nothing. */
  async wroteTogether(): Promise<void> {
    const rows = await this.sql('delete from torture.together returning versions, shown');
    for (const { versions, shown } of rows) {
      this.admins.together.push((versions as unknown[]).map(Number));
      this.everybody.together.push(((shown ?? []) as unknown[]).map(Number));
    }
  }

  /** A session, as signing in returns it. */
  signIn(userId: string): string {
    return JSON.stringify({ ...this.newSession(userId), expires_at: 4_000_000_000 });
  }

  /** Access tokens of a user are no longer accepted; refresh tokens still are. */
  expire(userId: string): void {
    for (const [token, session] of this.tokens) {
      if (session.userId === userId) this.tokens.delete(token);
    }
  }

  /** Neither access tokens nor refresh tokens are accepted any more. */
  revoke(userId: string): void {
    for (const { userId: of, refresh } of this.tokens.values()) {
      if (of === userId) this.revoked.add(refresh);
    }
    this.expire(userId);
  }

  private refresh(refresh: string): Reply {
    const userId = this.revoked.has(refresh) ? undefined : this.refreshes.get(refresh);
    if (userId === undefined) return json(400, { error_code: 'refresh_token_not_found' });
    return json(200, this.newSession(userId));
  }

  private refreshes = new Map<string, string>();

  private newSession(userId: string): Record<string, unknown> {
    this.issued += 1;
    const access = `access-${this.issued}`;
    const refresh = `refresh-${this.issued}-${Math.floor(this.random() * 1e9)}`;
    this.tokens.set(access, { userId, refresh });
    this.refreshes.set(refresh, userId);
    return {
      access_token: access,
      refresh_token: refresh,
      expires_in: 1_000_000_000,
      user: { id: userId, email: `${userId}@example.com` },
    };
  }

  count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }
}

export const json = (status: number, body: unknown): Reply => ({
  status,
  text: JSON.stringify(body),
});

export function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  return `'${String(value).replaceAll("'", "''")}'`;
}
