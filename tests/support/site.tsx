import * as testing from '@testing-library/react';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type ReactNode, useMemo } from 'react';
import { MemoryRouter, type To } from 'react-router-dom';
import { onTestFinished, vi } from 'vitest';
import { FramedPage } from '../../src/app/framed-page.tsx';
import { Navigated } from '../../src/app/navigated.tsx';
import { loadPage } from '../../src/app/routes.tsx';
import type { View } from '../../src/engine/engine.ts';
import {
  type Account,
  type AnyKind,
  type BaseRow,
  EngineProvider,
  type Keeping,
  type SyncStatus,
} from '../../src/engine/index.ts';
import { openCopy } from '../../src/engine/mirror/copy.ts';
import { memoryOf } from '../../src/engine/mirror/memory.ts';
import { startPosition, startStatus } from '../../src/engine/mirror/meta.ts';
import type { Mirror } from '../../src/engine/mirror/query.ts';
import { openMirror } from '../../src/engine/mirror/read.ts';
import { openSessionStore } from '../../src/engine/mirror/session-store.ts';
import { openEditor } from '../../src/engine/outbox/editor.ts';
import { openShownOwn } from '../../src/engine/outbox/queue.ts';
import { createDatabaseFunctions } from '../../src/engine/supabase/ask-function.ts';
import { createHistory } from '../../src/engine/supabase/ask-past.ts';
import { createStoredPictures } from '../../src/engine/supabase/ask-pictures.ts';
import { applyCatchUp } from '../../src/engine/sync/apply-catch-up.ts';
import type { Tab } from '../../src/lib/tab.ts';
import { ToastProvider } from '../../src/ui/toast.tsx';
import { mirrorRows, newDatabase } from './device.ts';
import { unreachable } from './failures.ts';
import { accountOf, fakeAuth } from './fake-auth.ts';
import { fakeHistory } from './fake-history.ts';
import { fakeInbox } from './fake-inbox.ts';
import { fakePictures } from './fake-pictures.ts';
import { memoryMirror, type Rows } from './memory-mirror.ts';
import { navigationAt } from './navigation.ts';

/**
 * The site in happy-dom: `openSite` shows it on a device with a store, where an admin can edit; `show` shows one screen
 * to a visitor, over rows in memory. When the test has ended, everything is closed and forgotten.
 */

export const admin = accountOf('admin@b.cd', true);

export type Row = BaseRow & Record<string, unknown>;

type Tell = (entries: { isIntersecting: boolean }[]) => void;
const observers = new Map<object, Tell>();

/** happy-dom lays nothing out: only a test can say that something has come into view, by `comeIntoView`. */
globalThis.IntersectionObserver = class {
  constructor(tell: Tell) {
    this.observe = () => void observers.set(this, tell);
  }
  observe: () => void;
  disconnect() {
    observers.delete(this);
  }
} as never;

/** Everything that waits to be in view is. */
export function comeIntoView(): void {
  testing.act(() => {
    for (const tell of observers.values()) tell([{ isIntersecting: true }]);
  });
}

/** Renders as `npm run dev` does, with each screen mounted twice; cleans up when the test has ended. */
export function render(screen: ReactNode) {
  onTestFinished(() => {
    testing.cleanup();
    vi.useRealTimers();
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
    sessionStorage.clear();
    localStorage.clear();
  });
  return testing.render(screen, { reactStrictMode: true });
}

/**
 * A device with the given account and rows; no tab of it is open yet.
 *
 * @param held.rows what the server has sent; without it the device has never synced
 * @param held.at when that was, in ms since 1970
 * @param held.kinds others than the site's
 */
export async function newDevice(
  held: { rows?: Rows; account?: Account | null; at?: number; kinds?: readonly AnyKind[] } = {},
) {
  const database = newDatabase(undefined, held.kinds);
  onTestFinished(() => database.close());
  const editor = openEditor(database);
  const auth = fakeAuth(database);
  const history = fakeHistory();
  const pictures = fakePictures();
  const inbox = fakeInbox();
  const askers = new Map<unknown, unknown>([
    [createDatabaseFunctions, inbox.functions],
    [createHistory, history],
    [createStoredPictures, pictures],
  ]);
  const sessions = openSessionStore(database);
  const requestSync = vi.fn();
  let version = 0;

  /** Rows arrive from the server, all of them at first, then what has changed. */
  async function arrive(rows: Rows, at = Date.now()): Promise<void> {
    const positionOf = (cursor: number) =>
      cursor === 0 ? startPosition : { epoch: 'e', cursor, horizon: cursor, complete: true };
    const from = positionOf(version);
    version += 1;
    const changes = Object.entries(rows).flatMap(([table, all]) =>
      all.map((row) => ({ table, id: row.id, version, row })),
    );
    const to = positionOf(version);
    await applyCatchUp(database, { from, to, reset: version === 1, changes }, at);
  }

  /**
   * Opens a tab of the site at an address.
   *
   * @param options.screen stands in the place of the whole site
   * @param options.tab the browser's tab, if the device has several
   */
  function open(
    address: string,
    options: { screen?: ReactNode; tab?: Tab; keeping?: Keeping } = {},
  ) {
    const mirror = openMirror(database, options.keeping, requestSync);
    const own = options.tab === undefined ? editor : openEditor(database, { tab: options.tab });
    const load = (to: To) => loadPage(to, '/');
    const navigation = navigationAt([address], options.screen === undefined ? load : undefined);
    const shown = render(
      <OnEngine
        mirror={mirror}
        own={openShownOwn(database)}
        copy={{ ...noCopy, snapshot: openCopy(database).snapshot }}
        tools={{
          editor: () => own,
          auth: () => auth,
          asker: (create) => askers.get(create) as never,
        }}
      >
        <Navigated navigation={navigation}>
          {(page) => <ToastProvider>{options.screen ?? <FramedPage page={page} />}</ToastProvider>}
        </Navigated>
      </OnEngine>,
    );
    return { ...shown, navigation };
  }

  async function signIn(account: Account | null): Promise<void> {
    if (account === null) await sessions.signOut();
    else await sessions.signIn('{}', account);
    // A page that is opened now must not take an earlier account for the present one: what it shows may stay with its author.
    await memoryOf(database).load([]);
  }

  if (held.rows !== undefined) await arrive(held.rows, held.at);
  if (held.account) await signIn(held.account);
  return {
    database,
    editor,
    auth,
    history,
    pictures,
    inbox,
    /** Called whenever a screen asks for a sync. */
    requestSync,
    arrive,
    open,
    signIn,
    rowsOf: async (table: string) => [...(await mirrorRows(database, table)).values()] as Row[],
    waiting: () => database.outbox.orderBy('place').toArray(),
    /** From now on the device has no room for an edit. */
    fill: () =>
      vi
        .spyOn(database.outbox, 'add')
        .mockRejectedValue(new DOMException('full', 'QuotaExceededError')),
  };
}

export type Device = Awaited<ReturnType<typeof newDevice>>;

/** The whole site at an address, on a new device. */
export async function openSite(
  address: string,
  options: Parameters<typeof newDevice>[0] & Parameters<Device['open']>[1] = {},
) {
  const device = await newDevice(options);
  return { ...device, ...device.open(address, options) };
}

/** What a visitor's device holds: rows, whether it ever had everything, and the result of the last sync. */
export interface Held {
  rows?: Rows;
  /** ms since 1970; null for a device that never had everything. */
  freshness?: number | null;
  status?: SyncStatus;
}

export const neverSynced: Held = { freshness: null };
export const syncFailed: Held = {
  freshness: null,
  status: { ...startStatus, phase: 'waiting', failures: 1, failure: unreachable },
};
export const synced = (rows: Rows = {}): Held => ({ rows, freshness: 1_770_000_000_000 });

/** Shows a screen to a visitor, at once: it reads from memory. `requestSync` counts the syncs that it asks for. */
export function show(screen: ReactNode, { rows = {}, ...about }: Held, address = '/') {
  const requestSync = vi.fn();
  const mirror = { ...memoryMirror(rows, about), requestSync };
  const shown = render(
    <OnEngine mirror={mirror}>
      <MemoryRouter initialEntries={[address]}>{screen}</MemoryRouter>
    </OnEngine>,
  );
  return { ...shown, requestSync };
}

/** An engine for screens, in parts: a mirror to read and, if a test edits, an editor and a way to sign in. */
export function OnEngine({
  mirror,
  own = nobody,
  copy = noCopy,
  tools = none,
  children,
}: {
  mirror: Mirror;
  own?: View['own'];
  copy?: View['copy'];
  tools?: View['tools'];
  children: ReactNode;
}) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: an engine's tools are those of its editor
  const engine = useMemo(() => {
    const view: View = { mirror, own, copy, tools };
    return { view: () => view, onView: () => () => {} };
  }, [mirror, own]);
  return <EngineProvider engine={engine}>{children}</EngineProvider>;
}

const nobody: View['own'] = {
  account: async () => null,
  outbox: async () => ({
    account: null,
    waiting: [],
    rejected: [],
    overwritten: [],
    others: 0,
    files: {},
    heldBack: [],
  }),
  fileOf: async () => undefined,
  peekAccount: () => null,
  peekHasEdits: () => false,
  onChange: () => () => {},
};

const noCopy: View['copy'] = {
  inventory: async () => ({ kinds: [], pictures: [] }),
  snapshot: async () => null,
  clear: async () => {},
};

const none: View['tools'] = {
  editor() {
    throw new Error('A visitor’s screen edits.');
  },
  auth() {
    throw new Error('A visitor’s screen signs in.');
  },
  asker() {
    throw new Error('A visitor’s screen asks what only admins are told.');
  },
};

/**
 * From now on the device's clock stands still, so that an Undo is offered until the test presses it: a busy machine takes
 * longer than UNDO_MS. Timers go on.
 */
export const stopClock = () => void vi.useFakeTimers({ toFake: ['Date'] });

/** A part of the screen, or the screen itself. */
export type Part = testing.BoundFunctions<typeof testing.queries>;

export const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

/** The form of this name (`New commentary`, `Edit friend`), in one of several tabs if that is given. */
export const formOf = async (name: string, tab?: { container: HTMLElement }): Promise<Part> =>
  within(await (tab ? within(tab.container) : screen).findByRole('form', { name }));

/** The list under this heading. */
export const listOf = async (name: string): Promise<Part> =>
  within(await screen.findByRole('region', { name }));

export const field = (at: Part, label: string) => at.getByLabelText<HTMLInputElement>(label);

/** @param typed the text of each field, by its label */
export function type(at: Part, typed: Readonly<Record<string, string>>): void {
  for (const [label, value] of Object.entries(typed)) {
    fireEvent.change(field(at, label), { target: { value } });
  }
}

/** Chooses an item in a field that finds them by words. */
export async function pick(at: Part, label: string, name: string): Promise<void> {
  fireEvent.change(field(at, label), { target: { value: name } });
  // The items may still be on their way.
  fireEvent.click(await at.findByRole('option', { name }));
}

export const press = (at: Part, name: string | RegExp) =>
  fireEvent.click(at.getByRole('button', { name }));

/** Resolves when a toast says this. */
export const toast = (words: string, detail?: string) =>
  waitFor(() => {
    const lines = [...document.querySelectorAll('[role=status] p')];
    const line = lines.findLast(({ textContent }) => textContent === words);
    if (line === undefined) throw new Error(`No toast says “${words}”.`);
    if (detail !== undefined && line.nextSibling?.textContent !== detail)
      throw new Error(`The toast “${words}” says ${line.nextSibling?.textContent}.`);
  });

/** Answers the browser's question with this. */
export function answer(yes: boolean) {
  const confirm = vi.fn((_question?: string) => yes);
  window.confirm = confirm;
  return confirm;
}
