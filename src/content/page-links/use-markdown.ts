import { useDeferredValue, useEffect, useMemo, useSyncExternalStore } from 'react';
import { loadPart } from '../../lib/part.ts';
import { isLongText } from '../markdown/first-words.ts';
import { firstHtml, markdownHtml } from '../markdown/markdown-html.ts';
import { isReadable, learnSyntax, onSyntax } from '../markdown/rare-syntax.ts';
import type { TextRules } from '../markdown/text-rules.ts';

/** A text whose beginning is rendered, and whose rest the browser renders piece by piece (long-text.tsx). */
export interface LongMarkdown {
  readonly content: string;
  readonly rules: TextRules;
}

/** A text as HTML of `markdownHtml`: the whole of it, or the beginning of a long one. Until that is read, it is empty. */
export function useMarkdown(
  content: string,
  rules: TextRules,
): { html: string; isRead: boolean; long: LongMarkdown | undefined } {
  const { isLong, isRead } = useLength(content);
  const html = useMemo(() => {
    if (!isRead) return '';
    return isLong ? firstHtml(content, rules) : markdownHtml(content, rules);
  }, [content, rules, isLong, isRead]);
  const long = useMemo(() => ({ content, rules }), [content, rules]);
  return { html, isRead, long: isLong ? long : undefined };
}

/**
 * Whether a text is rendered piece by piece, and whether it is read already: a page begins without a long one, so that reading its
 * beginning is a task of its own, and without one whose syntax is still to be loaded. The build renders every text at once.
 */
export function useLength(content: string): { isLong: boolean; isRead: boolean } {
  const isLong = useSyncExternalStore(
    never,
    () => isLongText(content),
    () => false,
  );
  const isBegun = useDeferredValue(true, !isLong);
  const mayRead = () => isReadable(content);
  const isKnown = useSyncExternalStore(onSyntax, mayRead, mayRead);
  useEffect(() => {
    if (!isKnown) void learnTables();
  }, [isKnown]);
  return { isLong, isRead: isBegun && isKnown };
}

async function learnTables(): Promise<void> {
  const part = await loadPart(() => import('../markdown/tables-and-notes.ts')).catch(() => null);
  learnSyntax(part?.tablesAndNotes ?? null);
}

const never = () => () => {};
