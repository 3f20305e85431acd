import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Draft } from '../../store/drafts.ts';
import { useEditor } from '../../store/editing.tsx';
import type { Editor } from '../../store/editor.ts';
import { carriedDraft, carryDraft, dropCarried } from './carried-draft.ts';

/** Typing that rests this long is kept, between two keys. Where the device refuses, it is asked less often. */
const REST_MS = 50;
const REST_REFUSED_MS = 2_000;

/** The draft of a form, from wherever the newer one is. */
async function readDraft(editor: Editor, key: string): Promise<Draft | null> {
  const brought = carriedDraft(key);
  const kept = await editor.draft(key);
  if (brought === null || (kept !== null && kept.at > brought.at)) return kept;
  await editor.keepDraft(brought);
  dropCarried(key);
  return brought;
}

/** What was typed into a form before; null for nothing, undefined while the device is being asked. */
export function useKeptDraft(key: string): Draft | null | undefined {
  const editor = useEditor();
  const [draft, setDraft] = useState<Draft | null>();
  useEffect(() => {
    let gone = false;
    const told = (found: Draft | null) => {
      if (!gone) setDraft(found);
    };
    // A device that cannot tell has nothing to give back; the form works all the same.
    readDraft(editor, key).then(told, () => told(carriedDraft(key)));
    return () => {
      gone = true;
    };
  }, [editor, key]);
  return draft;
}

/** What there is to keep of a form; null for nothing. */
type Text = Omit<Draft, 'key' | 'at'> | null;

/**
 * Keeps what is typed into a form on the device (E1): when the typing rests, and whenever the form may be gone
 * the next moment. Nothing of it touches the form: focus and caret stay (E9).
 *
 * @param now what there is to keep; null for nothing typed, of which no draft remains
 * @param before what the device held when the form was opened
 */
export function useDraft(key: string, now: Text, before: Text) {
  const editor = useEditor();
  const [isLost, setLost] = useState(false);
  const text = serialized(now);
  const latest = useRef({ now, text });
  /** What was handed to the device, and what it is known to have kept. */
  const held = useRef(serialized(before));
  const sure = useRef(serialized(before));
  const isClosed = useRef(false);

  useLayoutEffect(() => {
    latest.current = { now: JSON.parse(text), text };
  }, [text]);

  const flush = useCallback(() => {
    const { now: typed, text: typedText } = latest.current;
    if (isClosed.current || typedText === held.current) return;
    held.current = typedText;
    const kept =
      typed === null ? editor.dropDraft(key) : editor.keepDraft({ key, ...typed, at: Date.now() });
    kept.then(
      () => {
        sure.current = typedText;
        setLost(false);
      },
      () => {
        held.current = 'unknown';
        setLost(true);
      },
    );
  }, [editor, key]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the text begins a new rest
  useEffect(() => {
    const timer = setTimeout(flush, isLost ? REST_REFUSED_MS : REST_MS);
    return () => clearTimeout(timer);
  }, [text, flush, isLost]);

  useEffect(() => {
    const leave = () => {
      const { now: typed, text: typedText } = latest.current;
      if (isClosed.current || typedText === sure.current) return;
      if (typed === null) dropCarried(key);
      else carryDraft({ key, ...typed, at: Date.now() });
      flush();
    };
    // Not closed after all, but put aside by the browser: IndexedDB goes on.
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (persisted) dropCarried(key);
    };
    window.addEventListener('pagehide', leave);
    window.addEventListener('pageshow', comeBack);
    window.addEventListener('blur', flush);
    document.addEventListener('visibilitychange', flush);
    return () => {
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('pageshow', comeBack);
      window.removeEventListener('blur', flush);
      document.removeEventListener('visibilitychange', flush);
      flush();
    };
  }, [flush, key]);

  return {
    /** The device does not keep what is typed (E14). */
    isLost,
    /** Saved or given up: no draft remains (E3), until something is typed again (`reopen`). */
    close: useCallback(async () => {
      isClosed.current = true;
      held.current = serialized(null);
      sure.current = serialized(null);
      dropCarried(key);
      await editor.dropDraft(key).catch(() => {});
    }, [editor, key]),
    reopen: useCallback(() => {
      isClosed.current = false;
    }, []),
  };
}

function serialized(text: Text): string {
  return JSON.stringify(text === null ? null : { fields: text.fields, from: text.from });
}
