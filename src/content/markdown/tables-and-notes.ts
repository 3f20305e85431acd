import { gfmFootnote, gfmFootnoteHtml } from 'micromark-extension-gfm-footnote';
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table';
import type { RareSyntax } from './rare-syntax.ts';

/** GitHub's tables and footnotes. */
export const tablesAndNotes: RareSyntax = {
  extensions: [gfmFootnote(), gfmTable()],
  html: () => ({ notes: gfmFootnoteHtml(), tables: gfmTableHtml() }),
};
