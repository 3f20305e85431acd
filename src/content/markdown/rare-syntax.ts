import type { Extension, HtmlExtension } from 'micromark-util-types';

/**
 * Tables and footnotes (tables-and-notes.ts). Most texts have none, and what reads them is 4 kB, so the app loads it for the first
 * text that may have some (page-links/use-readable.ts). The build and the writing view have it from the beginning.
 */
export interface RareSyntax {
  readonly extensions: readonly Extension[];
  /** For one text, whose notes are counted. */
  readonly html: () => { readonly notes: HtmlExtension; readonly tables: HtmlExtension };
}

/** Undefined until it is asked for; null if it can't be loaded. */
let learned: RareSyntax | null | undefined;
const listeners = new Set<() => void>();

/** @param syntax null if it can't be loaded: texts are read without it then */
export function learnSyntax(syntax: RareSyntax | null): void {
  learned = syntax;
  for (const tell of [...listeners]) tell();
}

/** @returns a function that ends it */
export function onSyntax(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

/** Null where it is not known. */
export function rareSyntax(): RareSyntax | null {
  return learned ?? null;
}

/** Whether there is nothing more to be learned. */
export function isLearned(): boolean {
  return learned !== undefined;
}

/** Whether a text may have a table or a footnote. */
export function mayBeRare(text: string): boolean {
  return looksRare.test(text) && looksRare.test(text.replace(linkByName, ''));
}

/** A table has a line between its cells or, with one column, a colon in the row below its head. */
const looksRare = /\||:-|-:|\[\^/;
/** Its line is none of a table, which has another below its head. */
const linkByName = /\[\[[^[\]\n]*\]\]/g;
