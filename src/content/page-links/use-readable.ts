import { useDeferredValue, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { loadPart } from '../../lib/part.ts';
import { isLongText } from '../markdown/first-words.ts';
import { isLearned, learnSyntax, mayBeRare, onSyntax } from '../markdown/rare-syntax.ts';

const loading = { state: 'loading' } as const;

/**
 * What a page asks for, once its texts can be read as they are meant. Until then the page is as it was, loading or with an earlier
 * answer, so that nothing on it moves when they come:
 *
 * - The syntax of tables and footnotes is loaded with the first text that may have some (rare-syntax.ts).
 * - A long text, whose beginning takes a while to read, comes in a task of its own, after that of the answer.
 *
 * @param texts those in the answer
 */
export function useReadable<Answer extends { readonly state: string }>(
  answer: Answer,
  texts: readonly (string | null)[],
): Answer | typeof loading {
  const all = texts.join('\n\n');
  const hasAll = useSyncExternalStore(onSyntax, isLearned, isLearned);
  const canRead = useMemo(() => hasAll || !mayBeRare(all), [hasAll, all]);
  useEffect(() => {
    if (!canRead) void learnTables();
  }, [canRead]);
  const isLong = texts.some((text) => text !== null && isLongText(text));
  const hasBegun = useDeferredValue(isLong);
  const isReadable = canRead && hasBegun === isLong;
  const shown = useRef<Answer | typeof loading>(loading);
  useEffect(() => {
    if (isReadable) shown.current = answer;
  });
  return isReadable ? answer : shown.current;
}

async function learnTables(): Promise<void> {
  const part = await loadPart(() => import('../markdown/tables-and-notes.ts')).catch(() => null);
  learnSyntax(part?.tablesAndNotes ?? null);
}
