import type { Instant } from '../../lib/millis.ts';
import type { Tab } from '../../lib/tab.ts';
import { uuid } from '../../lib/uuid.ts';
import { type Draft, type DraftHome, type DraftText, draftOf } from '../draft.ts';
import type { MirrorDatabase } from '../mirror/database.ts';
import { type CarriedDrafts, openCarriedDrafts } from './carried-drafts.ts';
import { dropDraft } from './draft-files.ts';

/** The draft of another tab or an earlier visit. */
export interface OfferedDraft extends Draft {
  /** Its tab is open, and may still be typing it. */
  readonly isOpen: boolean;
}

/** The drafts of one form, from the point of view of one tab (R30). */
export interface DraftsAt {
  readonly home: DraftHome;
  /** This tab's own draft, from before a reload. */
  readonly own: Draft | null;
  /** Newest first. */
  readonly offered: readonly OfferedDraft[];
}

export interface Drafts {
  /** Those that a closing page leaves for the next one. */
  readonly carried: CarriedDrafts;
  /** Collects left-over drafts; call it before a form asks for its drafts. @returns this tab's id */
  gather(account: string): Promise<string>;
  at(home: DraftHome): Promise<DraftsAt>;
  /** The places at which an account has drafts. */
  places(account: string): Promise<ReadonlySet<string>>;
  keep(draft: Draft): Promise<void>;
  drop(key: string): Promise<void>;
  /**
   * Makes a text this tab's draft at a place; the tab's present draft there is put aside and offered again.
   *
   * @param source the draft that the text comes from; deleted if its tab is closed, kept if it is open
   */
  give(home: Omit<DraftHome, 'tab'>, text: DraftText, source?: Draft): Promise<void>;
}

/**
 * @param kept runs a write; see editor.ts
 */
export function openDrafts(
  database: MirrorDatabase,
  tab: Tab,
  now: () => Instant,
  kept: <T>(write: () => Promise<T>) => Promise<T>,
): Drafts {
  const { drafts, files, outbox, rejected } = database;
  /** What a draft that ends may take along (R48). */
  const stores = [drafts, files, outbox, rejected];
  const carried = openCarriedDrafts(database.engine);
  const ofAccount = (account: string) =>
    drafts.filter((draft) => draft.account === account).toArray();

  /** Drafts without an owner go to the first account that opens a form: they must not be lost. */
  async function bring(account: string): Promise<void> {
    const brought = carried.all();
    const ownerless = await drafts.filter((draft) => !isOwned(draft)).count();
    if (brought.length === 0 && ownerless === 0) return;
    await database.transaction('rw', drafts, async () => {
      for (const draft of brought) {
        const held = await drafts.get(draft.key);
        if (held === undefined || held.at <= draft.at) await drafts.put(draft);
      }
      for (const draft of await drafts.toArray()) {
        if (isOwned(draft)) continue;
        const home = { account, place: draft.key, tab: uuid() };
        await drafts.delete(draft.key);
        await drafts.put(draftOf(home, draft, draft.at));
      }
    });
    for (const { key } of brought) carried.drop(key);
  }

  return {
    carried,
    async gather(account) {
      await kept(() => bring(account)).catch(() => {});
      return tab.id();
    },
    async at(home) {
      const { key } = draftOf(home, { fields: null, from: null }, 0);
      const { account, place } = home;
      // If the device could not store it, it is still where it was.
      const kept = await ofAccount(account).catch(() => []);
      const byAge = [...kept, ...carried.all()].sort((a, b) => a.at - b.at);
      const known = new Map(byAge.map((draft) => [draft.key, draft]));
      const all = [...known.values()].filter(
        (draft) => draft.account === account && draft.place === place,
      );
      const open = await tab.open();
      return {
        home,
        own: all.find((draft) => draft.key === key) ?? null,
        offered: all
          .filter((draft) => draft.key !== key)
          .map((draft) => ({ ...draft, isOpen: open.has(draft.tab) }))
          .sort((a, b) => b.at - a.at),
      };
    },
    places: async (account) => new Set((await ofAccount(account)).map(({ place }) => place)),
    keep: (draft) => kept(async () => void (await drafts.put(draft))),
    drop: (key) =>
      kept(() => database.transaction('rw', stores, async () => dropDraft(database, key))),
    async give({ account, place }, text, source) {
      const home = { account, place, tab: await tab.id() };
      const open = await tab.open();
      const given = draftOf(home, text, source?.at ?? now());
      await kept(() =>
        database.transaction('rw', drafts, async () => {
          const held = await drafts.get(given.key);
          if (held !== undefined && held.key !== source?.key)
            await drafts.put(draftOf({ ...home, tab: uuid() }, held, held.at));
          await drafts.put(given);
          if (source !== undefined && source.key !== given.key && !open.has(source.tab))
            await drafts.delete(source.key);
        }),
      );
    },
  };
}

/** Old drafts, from before they belonged to an account and a tab, have their place as key and nothing else. */
function isOwned(draft: Partial<DraftHome>): boolean {
  return draft.account !== undefined;
}
