import { learnSyntax } from '../../src/content/markdown/rare-syntax.ts';
import { tablesAndNotes } from '../../src/content/markdown/tables-and-notes.ts';

/** To be imported by tests that read Markdown without a page: tables and footnotes are known, as in a build. */
learnSyntax(tablesAndNotes);
