import '../../support/rare-syntax.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { markdownHtml } from '../../../src/content/markdown/markdown-html.ts';
import { BUILT } from '../../../src/lib/built-page.ts';
import { HIGHLIGHTED_LENGTH, HIGHLIGHTED_LINE } from '../../../src/lib/limits.ts';
import { nextFrame } from '../../../src/lib/next-frame.ts';
import { nextTask } from '../../../src/lib/next-task.ts';
import { fitMarkdown } from '../../../src/ui/fit-markdown.ts';
import { highlightCode, highlightFrames } from '../../../src/ui/highlight-code.ts';
import { MarkedText } from '../../../src/ui/marked-text.tsx';
import { ToastProvider } from '../../../src/ui/toast.tsx';
import { highlighted } from '../../../tools/build/pages/highlighted.ts';
import { show, synced } from '../../support/site.tsx';
import { slowClock } from '../../support/slow-clock.ts';

const fence = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\`\n`;
const see = (text: string) =>
  show(
    <ToastProvider>
      <MarkedText html={fitMarkdown(markdownHtml(text), 'a')} />
    </ToastProvider>,
    synced(),
    '/learnings/a',
  );
const codeIn = (language: string) =>
  screen.getByRole('group', { name: `Code, ${language}` }).querySelector('code');
const coloursIn = (code: ParentNode | null) =>
  [...(code?.querySelectorAll('[data-token]') ?? [])].map((it) => [
    it.getAttribute('data-token'),
    it.textContent,
  ]);

const hostile = 'const a = "</code><script>pwned()</script>"; // <img src=x onerror=pwned()> &lt;';

describe('LEARNING-2: code is highlighted', () => {
  afterEach(() => document.getElementById(BUILT)?.remove());

  it('in a language that is known, after the text is shown, which stays what it is', async () => {
    see(fence('TypeScript', hostile) + fence('jq', 'def a: 1;') + fence('', 'const a = 1;'));
    expect(coloursIn(codeIn('TypeScript'))).toEqual([]);
    await waitFor(() => expect(coloursIn(codeIn('TypeScript'))).not.toEqual([]));
    expect(coloursIn(codeIn('TypeScript'))).toEqual([
      ['keyword', 'const'],
      ['string', '"</code><script>pwned()</script>"'],
      ['comment', '// <img src=x onerror=pwned()> &lt;'],
    ]);
    expect(codeIn('TypeScript')?.textContent).toBe(`${hostile}\n`);
    expect(codeIn('TypeScript')?.querySelectorAll(':not(span[data-token])')).toHaveLength(0);
    expect(codeIn('jq')?.innerHTML).toBe('def a: 1;\n');
    expect(document.querySelectorAll('script, img')).toHaveLength(0);
    expect(screen.getByRole('group', { name: 'Code' }).querySelector('span')).toBeNull();
  });

  it('as the build has done it, before anything is painted, where the text is in its page', () => {
    const text = fence('ts', 'const a = 1;') + fence('js', 'const a = 1;');
    const built = document.createElement('main');
    built.id = BUILT;
    built.innerHTML = fitMarkdown(markdownHtml(text), 'a');
    const [first] = built.querySelectorAll('code');
    if (first) first.innerHTML = '<span data-token="meta">const</span> a = 1;\n';
    document.body.append(built);
    see(text);
    const root = screen.getAllByRole('group', { name: 'Code, ts' }).at(-1);
    expect(coloursIn(root ?? null)).toEqual([['meta', 'const']]);
    expect(coloursIn(first ?? null)).toEqual([['meta', 'const']]);
  });

  it('in the text that is shown, when another takes its place', async () => {
    function Texts() {
      const [query, setQuery] = useState('select 1');
      return (
        <ToastProvider>
          <MarkedText html={fitMarkdown(markdownHtml(fence('sql', query)), 'a')} />
          <button type="button" onClick={() => setQuery('select 2')}>
            Next
          </button>
        </ToastProvider>
      );
    }
    show(<Texts />, synced(), '/learnings/a');
    await waitFor(() => expect(coloursIn(codeIn('sql'))).toContainEqual(['number', '1']));
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(coloursIn(codeIn('sql'))).toEqual([]);
    await waitFor(() => expect(coloursIn(codeIn('sql'))).toContainEqual(['number', '2']));
  });

  it('a part of it before each frame, if there is much of it, until the text has gone', async () => {
    // Each look at the clock is 6 ms later, so every second block waits for a frame.
    slowClock(6);
    const page = document.createElement('main');
    page.innerHTML = fitMarkdown(markdownHtml(fence('js', 'let a;').repeat(9)), 'a');
    document.body.append(page);
    const frames = [...page.querySelectorAll<HTMLElement>('[data-code]')];
    const done = highlightFrames(frames);
    const first = coloursIn(page).length;
    await nextTask();
    expect(coloursIn(page)).toHaveLength(first);
    await nextFrame();
    const second = coloursIn(page).length;
    page.remove();
    await done;
    expect([first, second].map((count) => count > 0 && count < 9)).toEqual([true, true]);
    expect(second).toBeGreaterThan(first);
    expect(coloursIn(page)).toHaveLength(second);
    document.body.append(page);
    await highlightFrames(frames);
    page.remove();
    expect(coloursIn(page)).toHaveLength(9);
  });

  it('in languages of which some are learned in each slice', async () => {
    vi.resetModules();
    const fresh = await import('../../../src/ui/highlight-code.ts');
    const { default: highlighter } = await import('highlight.js/lib/core');
    const learn = vi.spyOn(highlighter, 'registerLanguage');
    slowClock(10);
    const done = fresh.highlightFrames([]);
    expect(learn.mock.calls.length).toBeLessThan(10);
    await done;
    expect(learn.mock.calls.length).toBeGreaterThan(25);
  });

  it('not if it is endless, or has an endless line', () => {
    const code = document.createElement('code');
    const keywords = (text: string) => {
      code.textContent = text;
      highlightCode(code, 'js');
      return coloursIn(code).length;
    };
    const lines = (length: number) => 'let a;\n'.padEnd(length, ' \n');
    expect([HIGHLIGHTED_LENGTH, HIGHLIGHTED_LENGTH + 1].map((it) => keywords(lines(it)))).toEqual([
      1, 0,
    ]);
    const line = (length: number) => `\n${'let a;'.padEnd(length)}\n`;
    expect([HIGHLIGHTED_LINE, HIGHLIGHTED_LINE + 1].map((it) => keywords(line(it)))).toEqual([
      1, 0,
    ]);
  });

  it('in the build, in the whole page', () => {
    const text = `words <code>\n\n${fence('ts', hostile)}\n${fence('jq', hostile)}\n${fence('sql', 'select 1')}\n\`let\``;
    const plain = `<main><p>&lt;div data-code="ts"&gt;</p>${fitMarkdown(markdownHtml(text), 'a')}</main>`;
    const before = document.createElement('div');
    const after = document.createElement('div');
    before.innerHTML = plain;
    after.innerHTML = highlighted(plain);
    expect(after.textContent).toBe(before.textContent);
    expect(coloursIn(after).map(([sort]) => sort)).toEqual([
      ...['keyword', 'string', 'comment', 'keyword', 'number'],
    ]);
    for (const span of after.querySelectorAll('[data-token]')) span.replaceWith(...span.childNodes);
    expect(after.innerHTML).toBe(before.innerHTML);
  });
});
