import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { DRAFT_AGAIN_MS, DRAFT_PAUSE_MS } from '../../lib/limits.ts';
import { type DraftText, draftOf } from '../draft.ts';
import { news } from '../mirror/storage.ts';
import type { DraftsAt, OfferedDraft } from '../outbox/draft-store.ts';
import { useEditor } from './edit-hooks.tsx';

/** The drafts of a form, live; undefined until the device answers. */
export function useDraftsAt(account: string, place: string): DraftsAt | undefined {
  const { drafts } = useEditor();
  const [tab, setTab] = useState<string>();
  useEffect(() => {
    let gone = false;
    void drafts.gather(account).then((id) => {
      if (!gone) setTab(id);
    });
    return () => {
      gone = true;
    };
  }, [drafts, account]);
  const looks = useLooks();
  return useLiveQuery(
    async () => (tab === undefined ? undefined : news(drafts.at({ account, place, tab }))),
    [drafts, account, place, tab, looks],
  );
}

/** Counts how often the page became visible: other tabs may have opened or closed meanwhile. */
function useLooks(): number {
  const [looks, setLooks] = useState(0);
  useEffect(() => {
    const look = () => setLooks((held) => held + 1);
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, []);
  return looks;
}

const nowhere: ReadonlySet<string> = new Set();

/** The places (`draftPlace`) of an account's drafts, live; none without an account. */
export function useDraftPlaces(account: string | undefined): ReadonlySet<string> {
  const { drafts } = useEditor();
  const places = async () =>
    account === undefined ? nowhere : drafts.places(account).catch(() => nowhere);
  return useLiveQuery(places, [drafts, account]) ?? nowhere;
}

/**
 * Stores what is typed into a form on the device (E1): when the typing pauses, and whenever the form may be about to
 * disappear. It never touches the form: focus and caret stay (E9).
 *
 * @param found the drafts of the form, which started with `found.own`
 * @param now the text to store; null if nothing is typed, which deletes the draft
 */
export function useDraft({ home, own: before, offered }: DraftsAt, now: DraftText | null) {
  const { drafts } = useEditor();
  const [isLost, setLost] = useState(false);
  /** Offers that were accepted; one whose tab is open stays in its place. */
  const [taken, setTaken] = useState<readonly string[]>([]);
  const [replaces, setReplaces] = useState(before?.replaces);
  const { account, place, tab } = home;
  const { key } = draftOf(home, { fields: null, from: null }, 0);
  const text = serialized(now === null ? null : { ...now, replaces });
  const latest = useRef({ now, text });
  /** What was handed to the device last, and what the device has confirmed. */
  const held = useRef(serialized(before));
  const sure = useRef(serialized(before));
  const isClosed = useRef(false);
  /** An edit is being made of what is typed. */
  const isSaving = useRef(false);
  /** The last write of a draft. */
  const writing = useRef(Promise.resolve());
  /** The form may have unmounted before the write finishes; don't set state then. */
  const isShown = useRef(false);

  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  useLayoutEffect(() => {
    latest.current = { now: JSON.parse(text), text };
  }, [text]);

  const flush = useCallback(async () => {
    const { now: typed, text: typedText } = latest.current;
    if (isClosed.current || isSaving.current || typedText === held.current) return;
    held.current = typedText;
    const at = Date.now();
    const write =
      typed === null ? drafts.drop(key) : drafts.keep(draftOf({ account, place, tab }, typed, at));
    writing.current = write.catch(() => {});
    try {
      await write;
      sure.current = typedText;
      if (isShown.current) setLost(false);
    } catch {
      held.current = 'unknown';
      if (isShown.current) setLost(true);
    }
  }, [drafts, key, account, place, tab]);

  /** The draft has ended: nothing of it is held any more. */
  const forget = useCallback(() => {
    held.current = serialized(null);
    sure.current = serialized(null);
    setReplaces(undefined);
    drafts.carried.drop(key);
  }, [drafts, key]);

  const keptIn = useRef(drafts);
  useEffect(() => {
    if (keptIn.current === drafts) return;
    keptIn.current = drafts;
    // Another database, or the same one deleted and made anew: nothing is known to be in it.
    held.current = 'unknown';
    sure.current = 'unknown';
    void flush();
  }, [drafts, flush]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the text restarts the pause
  useEffect(() => {
    const timer = setTimeout(flush, isLost ? DRAFT_AGAIN_MS : DRAFT_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, flush, isLost]);

  useEffect(() => {
    const keepNow = () => void flush();
    const leave = () => {
      const { now: typed, text: typedText } = latest.current;
      if (isClosed.current || typedText === sure.current) return;
      if (typed === null) drafts.carried.drop(key);
      else drafts.carried.put(draftOf({ account, place, tab }, typed, Date.now()));
      keepNow();
    };
    // The page was not closed but put into the back/forward cache, and IndexedDB works again.
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (persisted) drafts.carried.drop(key);
    };
    const ended = new AbortController();
    const { signal } = ended;
    window.addEventListener('pagehide', leave, { signal });
    window.addEventListener('pageshow', comeBack, { signal });
    window.addEventListener('blur', keepNow, { signal });
    document.addEventListener('visibilitychange', keepNow, { signal });
    return () => {
      ended.abort();
      keepNow();
    };
  }, [flush, drafts, key, account, place, tab]);

  return {
    /** The device cannot store what is typed (E14). */
    isLost,
    /** The refused edit to remove when this is saved. */
    replaces,
    /** Drafts of other tabs and earlier visits. */
    offered: offered.filter((draft) => !taken.includes(draft.key)),
    /**
     * Makes an offered draft this form's; the caller then shows it. The form's present text is put aside and offered
     * in turn. @throws {Failure} if the device cannot store it
     */
    takeOver: async (offer: OfferedDraft) => {
      await flush();
      await drafts.give(home, offer, offer);
      isClosed.current = false;
      setReplaces(offer.replaces);
      setTaken((held) => [...held, offer.key]);
    },
    /** @returns a function that brings it back */
    discard: async ({ isOpen: _, ...offer }: OfferedDraft) => {
      await drafts.drop(offer.key).catch(() => {});
      return () => void drafts.keep(offer).catch(() => {});
    },
    /**
     * Makes an edit of what is typed; the draft goes with it (E3). Until then it stays stored, as the page may end.
     *
     * @param edit passes the draft's key on to the edit (outbox/edit.ts)
     * @param isKept whether the edit was made; if it throws, it was not
     */
    save: async <Made>(
      edit: (draft: string) => Promise<Made>,
      isKept: (made: Made) => boolean = () => true,
    ): Promise<Made> => {
      await flush();
      await writing.current;
      const { text: saved } = latest.current;
      // A draft stored from now on would be there again after the edit.
      isSaving.current = true;
      try {
        const made = await edit(key);
        if (!isKept(made)) return made;
        isClosed.current = latest.current.text === saved;
        forget();
        return made;
      } finally {
        isSaving.current = false;
        // What was typed meanwhile.
        void flush();
      }
    },
    /** Discarded: the draft is deleted (E3), until something is typed again (`reopen`). */
    close: useCallback(async () => {
      isClosed.current = true;
      forget();
      await drafts.drop(key).catch(() => {});
    }, [forget, drafts, key]),
    /** Stores what is typed, and nothing after it: another text is about to come in its place. */
    putAside: useCallback(async () => {
      await flush();
      isClosed.current = true;
    }, [flush]),
    reopen: useCallback(() => {
      isClosed.current = false;
    }, []),
  };
}

function serialized(text: DraftText | null): string {
  if (text === null) return 'null';
  const { fields, from, replaces } = text;
  return JSON.stringify({ fields, from, replaces });
}
