import '../../support/rare-syntax.ts';
import { renderHook, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { markdownHtml, markdownInSteps } from '../../../src/content/markdown/markdown-html.ts';
import { learnSyntax } from '../../../src/content/markdown/rare-syntax.ts';
import { tablesAndNotes } from '../../../src/content/markdown/tables-and-notes.ts';
import { useReadable } from '../../../src/content/page-links/use-readable.ts';
import { changeText, type ShownText, textPart } from '../../../src/ui/change-text.ts';
import { fitInSteps, fitMarkdown } from '../../../src/ui/fit-markdown.ts';
import { openLearning } from '../../support/learning-page.tsx';
import { longMarkdown } from '../../support/long-markdown.ts';
import { slowClock } from '../../support/slow-clock.ts';

const filled = (pieces: Iterable<string>) => [...pieces].filter((piece) => piece !== '');
const long = `${longMarkdown(2_500, 25)}

### [Part 1](#part-2)

Back to [the first](#part-1), [none](#no-part) and [^end].
`;

const prose = () => document.querySelector('.prose');
const parts = () => [...(prose()?.querySelectorAll(':scope > [data-part]') ?? [])];

afterEach(() => vi.unstubAllGlobals());

describe('LEARNING-2: a long text', () => {
  it('is made fit for its page piece by piece as it is as a whole', () => {
    const pieces = filled(markdownInSteps(long));
    expect(pieces.length).toBeGreaterThan(5);
    expect(filled(fitInSteps(pieces, 'a')).join('')).toBe(fitMarkdown(markdownHtml(long), 'a'));
  });

  it('shows its first words at once, and then the rest below them', async () => {
    // The address of a note is known once all notes are: a call among the first words would be made anew.
    const text = long.replace(' and a note[^end]', '');
    const id = await openLearning(text);
    await screen.findByText(/First words/);
    expect(prose()?.textContent).not.toContain('Last words');
    expect(document.querySelectorAll('[data-loading]')).not.toHaveLength(0);
    await waitFor(() => expect(parts()).not.toHaveLength(0));
    const [first] = parts();
    await waitFor(() => expect(prose()?.textContent).toContain('Last words'));
    await waitFor(() =>
      expect(
        parts()
          .map((it) => it.innerHTML)
          .join(''),
      ).toBe(fitMarkdown(markdownHtml(text), id)),
    );
    expect(parts()[0]).toBe(first);
    const lists = within(screen.getByRole('navigation', { name: 'Contents' })).getAllByRole(
      'list',
      {
        hidden: true,
      },
    );
    await waitFor(() => expect(lists[0]?.children).toHaveLength(26));
  });

  it.each([
    ['a long text comes in a task after that of the answer', long, ['loading', 'loading', 'new']],
    ['a short one with the answer', 'Words', ['loading', 'new']],
    ['until a text that has become long is read, the earlier stays', long, ['old', 'old', 'new']],
  ])('%s', (_, content, expected) => {
    const states: string[] = [];
    const { rerender } = renderHook(
      ({ state, texts }) => states.push(useReadable({ state }, texts).state),
      { initialProps: { state: expected[0] ?? '', texts: [] as string[] } },
    );
    learnSyntax(tablesAndNotes);
    rerender({ state: 'new', texts: [content] });
    expect(states).toEqual(expected);
  });

  it('lets the browser have its turn after each of its pieces', async () => {
    // Each look at the clock is 9 ms later, so every step ends a slice.
    slowClock(9);
    let turns = 0;
    vi.stubGlobal('scheduler', {
      async yield() {
        turns += 1;
      },
    });
    const frames = vi.spyOn(window, 'requestAnimationFrame');
    await openLearning(`${long}\n\nAnother text.`);
    await waitFor(() => expect(prose()?.textContent).toContain('Another text.'));
    const { length } = filled(markdownInSteps(`${long}\n\nAnother text.`));
    // Each is read, looked at and made fit.
    expect(turns).toBeGreaterThan(3 * length);
    expect(frames.mock.calls.length).toBeGreaterThanOrEqual(length - 1);
  });

  it.each([
    [['a', 'b', 'c'], ['a', 'b', 'c'], 3],
    [['a'], ['a', 'b', 'c'], 1],
    [['a', 'b', 'c'], ['a', 'x', 'c'], 2],
    [['a', 'b', 'c', 'd'], ['a', 'd'], 2],
    [['a', 'd'], ['a', 'b', 'c', 'd'], 2],
    [['a', 'b', 'b'], ['b', 'b', 'b', 'b'], 2],
    [['a', 'b'], [], 0],
  ])('of the parts %j becomes that of %j, and keeps %i', (before, after, kept) => {
    const text = document.createElement('div');
    text.innerHTML = before.map(textPart).join('');
    const old = [...text.children];
    const shown: ShownText = old.map((element) => ({ html: element.innerHTML, element }));
    for (const _ of changeText(text, shown, after)) {
      expect(shown.map(({ element }) => element)).toEqual([...text.children]);
    }
    expect([...text.children].map((it) => it.innerHTML)).toEqual(after);
    expect(shown.map(({ html }) => html)).toEqual(after);
    expect(old.filter((element) => text.contains(element))).toHaveLength(kept);
  });
});
