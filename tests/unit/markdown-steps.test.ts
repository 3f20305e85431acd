import '../support/rare-syntax.ts';
import fc from 'fast-check';
import { JSDOM } from 'jsdom';
import { micromark } from 'micromark';
import {
  gfmAutolinkLiteral,
  gfmAutolinkLiteralHtml,
} from 'micromark-extension-gfm-autolink-literal';
import { gfmFootnote, gfmFootnoteHtml } from 'micromark-extension-gfm-footnote';
import { gfmStrikethrough, gfmStrikethroughHtml } from 'micromark-extension-gfm-strikethrough';
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table';
import { gfmTaskListItem, gfmTaskListItemHtml } from 'micromark-extension-gfm-task-list-item';
import { describe, expect, it } from 'vitest';
import {
  codeInLists,
  firstHtml,
  htmlInSteps,
  markdownInSteps,
} from '../../src/content/markdown/markdown-html.ts';
import { eventsInSteps } from '../../src/content/markdown/syntax.ts';
import { LONG_TEXT, MARKDOWN_STEP } from '../../src/lib/limits.ts';
import { longMarkdown } from '../support/long-markdown.ts';

/** A text that is read in one go by micromark itself, with GitHub's extensions, and the mend of its code in lists. */
function inOneGo(text: string): string {
  return micromark(text, {
    extensions: [
      ...[gfmAutolinkLiteral(), gfmFootnote(), gfmStrikethrough(), gfmTable(), gfmTaskListItem()],
      { disable: { null: ['htmlFlow', 'htmlText'] } },
    ],
    htmlExtensions: [
      ...[gfmAutolinkLiteralHtml(), gfmFootnoteHtml(), gfmStrikethroughHtml(), gfmTableHtml()],
      gfmTaskListItemHtml(),
      codeInLists,
    ],
  });
}

const { document } = new JSDOM('').window;
function asParsed(html: string): string {
  const page = document.createElement('div');
  page.innerHTML = html;
  return page.innerHTML;
}

describe('LEARNING-2: a text that is read in steps', () => {
  const line = fc.constantFrom(
    ...[
      'one',
      '*two*',
      '[a]',
      '[b][c]',
      '[^1]',
      '[^n] and [^1]',
      '`code`',
      'www.example.org',
      '~~x~~',
    ],
    ...[
      '# one',
      '## two',
      'under\n===',
      '---',
      '> quote',
      '> [q]: /q',
      '- item',
      '- [x] done',
      '1. one',
    ],
    ...[
      '   more',
      '    deep',
      '\tdeep',
      '[a]: /a',
      '[c]: /c "t\nu"',
      '- [b]: /b',
      '[^1]: note',
      '[^n]: a',
    ],
    ...['    b', '```ts', '```', '> ```', '| a |\n|---|\n| b |', '*', '', '', '', '', '  '],
  );
  const text = fc.array(line, { maxLength: 30 }).map((lines) => lines.join('\n'));

  it('is the same as in one go, however short the steps', () => {
    fc.assert(
      fc.property(text, fc.constantFrom(1, 3, 10, 40), (it, step) => {
        const source = { text: it, indentedCode: true, entities: true };
        const pieces = [...htmlInSteps(source, { linesRunOn: true }, step)];
        expect(pieces.join('')).toBe(inOneGo(it));
        expect(pieces.map(asParsed).join('')).toBe(asParsed(pieces.join('')));
      }),
      {
        numRuns: 500,
        // Rare: definitions that are handled twice swallow a line ending.
        examples: [['[^1]: note\n\n[c]: /c "t\nu"', 10]],
      },
    );
  });

  it('is read in steps of a few blocks, in which every block is whole', () => {
    const long = longMarkdown(20_000, 100);
    const groups = [...eventsInSteps(long, { indentedCode: true, entities: true })]
      .filter((events) => events.length > 0)
      .map((events) => (events.at(-1)?.[1].end.offset ?? 0) - (events[0]?.[1].start.offset ?? 0));
    const longestBlock = Math.max(...long.split('\n\n').map(({ length }) => length));
    expect(groups.length).toBeGreaterThan(long.length / MARKDOWN_STEP / 2);
    expect(Math.max(...groups)).toBeLessThan(MARKDOWN_STEP + longestBlock + 10);
    expect(groups.reduce((sum, length) => sum + length)).toBe(long.length);
  });

  it.each(['', 'Words with a <b>tag</b>.\n\n'])(
    'begins with what is shown first, if it begins with %j',
    (beginning) => {
      const long = beginning + longMarkdown(10_000, 60);
      const pieces = [...markdownInSteps(long)].filter((piece) => piece !== '');
      expect(long.length).toBeGreaterThan(LONG_TEXT);
      expect(pieces.length).toBeGreaterThan(10);
      expect(firstHtml(long, {})).toBe(pieces[0]);
      expect(pieces[0]).toContain('href="https://example.com/end"');
      expect(pieces[0]).toContain('data-footnote-ref');
    },
  );
});
