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

/** Gives the screens below it the writable side of the mirror, and the way to sign in. */
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

/** Who is signed in on this device, live; null for nobody, undefined while the device is being asked. */
export function useAccount(): Account | null | undefined {
  // Screens that only show something more to admins also stand where there is no editor at all.
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

/** The signed-in account's edits that wait or were refused, live; undefined while the device is being asked. */
export function useKnownOutbox(): Outbox | undefined {
  const editor = useContext(EditorContext);
  return useLiveQuery(async () => (editor === null ? empty : news(editor.outbox())), [editor]);
}

/** The same, for what only shows something where there are some. */
export function useOutbox(): Outbox {
  return useKnownOutbox() ?? empty;
}

/** What the device has for a query, live, with a place for each deletion for exactly as long as it is held. */
export function usePlaces<Item>(query: Query<Item>): Content<Place<Item>> {
  const editor = useEditor();
  const content = useLiveQuery(
    () => news(editor.places(query)),
    [editor, query.kind, query.where?.lookup, query.where?.is, query.limit],
  );
  const ends = content?.state === 'ready' ? firstEnd(content.items, Date.now()) : null;
  useDrawnAgainAt(ends);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time counts where a hold has ended
  return useMemo(() => {
    if (content?.state !== 'ready') return content ?? { state: 'loading' };
    const now = Date.now();
    const items = content.items.filter(
      ({ deletion }) => deletion === null || isHeld(deletion, now),
    );
    return items.length === 0 ? { state: 'empty' } : { state: 'ready', items };
  }, [content, ends]);
}

/** When the next of the holds that last at `now` ends; null for no such hold. */
function firstEnd(places: readonly Place<unknown>[], now: number): number | null {
  const ends = places.flatMap(({ deletion }) =>
    deletion !== null && isHeld(deletion, now) ? (deletion.heldUntil ?? []) : [],
  );
  return ends.length === 0 ? null : Math.min(...ends);
}

/** Returns the function that tells an edit's hold whether someone is at the offer to take it back (hold.ts). */
export function useAttend(): (id: string, isAttended: boolean) => void {
  const { pauseHold, resumeHold } = useEditor();
  return useCallback(
    (id, isAttended) => {
      // A device that does not keep it ends the offer with the hold, a little sooner.
      void (isAttended ? pauseHold(id) : resumeHold(id)).catch(() => {});
    },
    [pauseHold, resumeHold],
  );
}

/** @param time ms since 1970; null for never */
function useDrawnAgainAt(time: number | null): void {
  const [drawn, drawAgain] = useReducer((times: number) => times + 1, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a timer that came a moment early is set once more
  useEffect(() => {
    if (time === null) return;
    const timer = setTimeout(drawAgain, Math.max(0, time - Date.now()));
    return () => clearTimeout(timer);
  }, [time, drawn]);
}

/** Gives the screens below it an engine to read and edit with, and the way to sign in. */
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
