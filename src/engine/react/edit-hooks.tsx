import { useCallback, useEffect, useMemo, useReducer } from 'react';
import type { Instant } from '../../lib/millis.ts';
import type { Auth } from '../auth.ts';
import type { DatabaseFunctions } from '../database-functions.ts';
import { fromDisk, fromMemory } from '../mirror/answers.ts';
import type { Place } from '../mirror/places.ts';
import { type Content, type Query, questionOf } from '../mirror/query.ts';
import type { SetAside } from '../mirror/set-aside.ts';
import { news } from '../mirror/storage.ts';
import { type Editor, openEditor } from '../outbox/editor.ts';
import { isHeld } from '../outbox/hold.ts';
import type { History } from '../past.ts';
import type { StoredPictures } from '../stored-pictures.ts';
import { createDatabaseFunctions } from '../supabase/ask-function.ts';
import { createHistory } from '../supabase/ask-past.ts';
import { createStoredPictures } from '../supabase/ask-pictures.ts';
import { createAuth } from '../supabase/sign-in.ts';
import { useAnswer } from './use-answer.ts';
import { useView } from './view.tsx';

/** Edits, and what can be done with edits. */
export function useEditor(): Editor {
  return useView().tools.editor(openEditor);
}

/** Signing in and out. */
export function useAuth(): Auth {
  return useView().tools.auth(createAuth);
}

/** Functions of the database that are no part of the sync. */
export function useDatabaseFunctions(): DatabaseFunctions {
  return useView().tools.asker(createDatabaseFunctions);
}

/** Rows as they were. */
export function useHistory(): History {
  return useView().tools.asker(createHistory);
}

/** The pictures that the server stores. */
export function useStoredPictures(): StoredPictures {
  return useView().tools.asker(createStoredPictures);
}

/** The device's results for a query, live, with a place for each deletion for exactly as long as it is held. */
export function usePlaces<Item>(query: Query<Item>): Content<Place<Item>> {
  const editor = useEditor();
  const asked = fromMemory(() => editor.places(query), editor.onChange);
  const content = useAnswer(editor, questionOf(query), asked);
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

/** The rows that this device cannot read and that no edit mends yet, live. */
export function useUnmended(): readonly SetAside[] {
  const editor = useEditor();
  return useAnswer(editor, 'unmended', fromMemory(editor.unmended, editor.onChange)) ?? noRows;
}

const noRows: readonly SetAside[] = [];

/** How many edits the signed-in account can take over (claim.ts), live. */
export function useClaimable(): number {
  const editor = useEditor();
  return (
    useAnswer(
      editor,
      'claimable',
      fromDisk(() => news(editor.claimable())),
    ) ?? 0
  );
}

/** When the next hold active at `now` ends; null if there is none. */
function firstEnd(places: readonly Place<unknown>[], now: Instant): number | null {
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

/** @param time null for never */
function useDrawnAgainAt(time: Instant | null): void {
  const [drawn, drawAgain] = useReducer((times: number) => times + 1, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a timer that fired a moment early is set again
  useEffect(() => {
    if (time === null) return;
    const timer = setTimeout(drawAgain, Math.max(0, time - Date.now()));
    return () => clearTimeout(timer);
  }, [time, drawn]);
}
