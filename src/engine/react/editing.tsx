import { useLiveQuery } from 'dexie-react-hooks';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useReducer,
  useSyncExternalStore,
} from 'react';
import type { Auth } from '../auth.ts';
import type { Engine } from '../engine.ts';
import type { Account } from '../mirror/meta.ts';
import type { Place } from '../mirror/places.ts';
import type { Content, Query } from '../mirror/query.ts';
import { news } from '../mirror/storage.ts';
import type { Editor } from '../outbox/editor.ts';
import { isHeld } from '../outbox/hold.ts';
import type { Outbox } from '../outbox/review.ts';
import { MirrorProvider } from './mirror-hooks.tsx';

const EditorContext = createContext<Editor | null>(null);
const AuthContext = createContext<Auth | null>(null);

/** Provides the writable side of the mirror and signing in to the screens below. */
export function EditingProvider({
  editor,
  auth,
  children,
}: {
  editor: Editor;
  auth: Auth;
  children: ReactNode;
}) {
  return (
    <EditorContext value={editor}>
      <AuthContext value={auth}>{children}</AuthContext>
    </EditorContext>
  );
}

export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (editor === null) throw new Error('A screen edits outside of <EditingProvider>.');
  return editor;
}

export function useAuth(): Auth {
  const auth = useContext(AuthContext);
  if (auth === null) throw new Error('A screen signs in outside of <EditingProvider>.');
  return auth;
}

/** The account signed in on this device, live; null for none, undefined until the device answers. */
export function useAccount(): Account | null | undefined {
  // Screens that only show more to admins also work without an editor.
  const editor = useContext(EditorContext);
  return useLiveQuery(async () => (editor === null ? null : news(editor.account())), [editor]);
}

const empty: Outbox = {
  account: null,
  waiting: [],
  rejected: [],
  overwritten: [],
  others: 0,
};

/** The signed-in account's edits that wait or were refused, live; undefined until the device answers. */
export function useKnownOutbox(): Outbox | undefined {
  const editor = useContext(EditorContext);
  return useLiveQuery(async () => (editor === null ? empty : news(editor.outbox())), [editor]);
}

/** The same with an empty outbox until the device answers, for screens that only show something if there are edits. */
export function useOutbox(): Outbox {
  return useKnownOutbox() ?? empty;
}

/** The device's results for a query, live, with a place for each deletion for exactly as long as it is held. */
export function usePlaces<Item>(query: Query<Item>): Content<Place<Item>> {
  const editor = useEditor();
  const content = useLiveQuery(
    () => news(editor.places(query)),
    [editor, query.kind, query.where?.lookup, query.where?.is, query.limit],
  );
  const ends = content?.state === 'ready' ? firstEnd(content.items, Date.now()) : null;
  useDrawnAgainAt(ends);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time matters once a hold has ended
  return useMemo(() => {
    if (content?.state !== 'ready') return content ?? { state: 'loading' };
    const now = Date.now();
    const items = content.items.filter(
      ({ deletion }) => deletion === null || isHeld(deletion, now),
    );
    return items.length === 0 ? { state: 'empty' } : { state: 'ready', items };
  }, [content, ends]);
}

/** When the next hold active at `now` ends; null if there is none. */
function firstEnd(places: readonly Place<unknown>[], now: number): number | null {
  const ends = places.flatMap(({ deletion }) =>
    deletion !== null && isHeld(deletion, now) ? (deletion.heldUntil ?? []) : [],
  );
  return ends.length === 0 ? null : Math.min(...ends);
}

/** Returns a function that tells an edit's hold whether someone is using its Undo (hold.ts). */
export function useAttend(): (id: string, isAttended: boolean) => void {
  const { pauseHold, resumeHold } = useEditor();
  return useCallback(
    (id, isAttended) => {
      // If the device cannot store it, the offer ends with the hold, a little sooner.
      void (isAttended ? pauseHold(id) : resumeHold(id)).catch(() => {});
    },
    [pauseHold, resumeHold],
  );
}

/** @param time ms since 1970; null for never */
function useDrawnAgainAt(time: number | null): void {
  const [drawn, drawAgain] = useReducer((times: number) => times + 1, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a timer that fired a moment early is set again
  useEffect(() => {
    if (time === null) return;
    const timer = setTimeout(drawAgain, Math.max(0, time - Date.now()));
    return () => clearTimeout(timer);
  }, [time, drawn]);
}

/** Provides an engine to the screens below, for reading, editing and signing in. */
export function EngineProvider({
  engine: { onView, view },
  children,
}: {
  engine: Pick<Engine, 'view' | 'onView'>;
  children: ReactNode;
}) {
  const { mirror, editor, auth } = useSyncExternalStore(onView, view);
  return (
    <MirrorProvider mirror={mirror}>
      <EditingProvider editor={editor} auth={auth}>
        {children}
      </EditingProvider>
    </MirrorProvider>
  );
}
