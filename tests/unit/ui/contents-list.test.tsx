import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { learningHtml } from '../../../src/content/learnings/learning-sheet.tsx';
import { learnings } from '../../../src/content/learnings/learnings.ts';
import { ContentsList } from '../../../src/features/learnings/contents-list.tsx';
import { ToastProvider } from '../../../src/ui/toast.tsx';
import { learningRow } from '../../support/rows.ts';
import { show, synced } from '../../support/site.tsx';

function open(content: string | null) {
  const learning = learnings.toItem(learningRow({ content }) as never);
  return show(
    <ToastProvider>
      <ContentsList html={learningHtml(learning, false).fit} />
      {['h-one', 'h-two', 'h-three'].map((id) => (
        <h2 key={id} id={id}>
          {id}
        </h2>
      ))}
    </ToastProvider>,
    synced(),
    '/learnings/a',
  );
}

const lists = () =>
  within(screen.getByRole('navigation', { name: 'Contents' })).getAllByRole('list', {
    hidden: true,
  });
const linksIn = (list: HTMLElement | undefined) => [...(list?.querySelectorAll('a') ?? [])];

afterEach(() => vi.restoreAllMocks());

describe('LEARNING-2: the list of contents', () => {
  it('has the words of each heading, in order, beside the text and folded above it', () => {
    open('# One & `<b>`\n\n### *Two*\n\n```\n# no\n```\n\n## [Three](https://x.org)\n\n## 見出し');
    expect(lists()).toHaveLength(2);
    for (const list of lists()) {
      expect(linksIn(list).map((it) => [it.getAttribute('href'), it.textContent])).toEqual([
        ['#h-one--b', 'One & <b>'],
        ['#h-two', 'Two'],
        ['#h-three', 'Three'],
        ['#h-見出し', '見出し'],
      ]);
    }
    expect(document.querySelector('details')?.open).toBe(false);
    const [first, second] = linksIn(lists()[0]).map((it) => it.style.paddingInlineStart);
    expect(Number.parseFloat(second ?? '')).toBeGreaterThan(Number.parseFloat(first ?? ''));
  });

  it.each([null, '', 'words', '# One\n\n# Two'])('is not there for %j', (content) => {
    open(content);
    expect(screen.queryByRole('navigation', { name: 'Contents' })).toBeNull();
  });

  it('marks the heading under which somebody reads', async () => {
    let scrolled = 0;
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (
      this: Element,
    ) {
      const place = ['h-one', 'h-two', 'h-three'].indexOf(this.id);
      return new DOMRect(0, 300 + place * 500 - scrolled, 0, 0);
    });
    open('# One\n\n# Two\n\n# Three');
    const marked = async (to: number) => {
      scrolled = to;
      await act(async () => {
        fireEvent.scroll(window);
        await new Promise((done) => requestAnimationFrame(done));
      });
      return lists().flatMap((list) =>
        [...list.querySelectorAll('[aria-current="location"]')].map((it) => it.textContent),
      );
    };
    expect(await marked(0)).toEqual([]);
    expect(await marked(250)).toEqual(['One', 'One']);
    expect(await marked(1200)).toEqual(['Three', 'Three']);
    expect(await marked(800)).toEqual(['Two', 'Two']);
  });

  it('asks the browser for the places of few headings: each may have to be laid out for that', async () => {
    const asked = new Set<string>();
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (
      this: Element,
    ) {
      if (this.localName === 'h2') asked.add(this.id);
      return new DOMRect(0, Number(this.id.slice(5)) * 500 - 50_000, 0, 0);
    });
    const names = Array.from({ length: 200 }, (_, n) => `Part ${n}`);
    const html = names.map((name, n) => `<h2 id="part-${n}">${name}</h2>`).join('');
    show(
      <ToastProvider>
        <ContentsList html={html} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a test's own */}
        <div dangerouslySetInnerHTML={{ __html: html }} />
      </ToastProvider>,
      synced(),
      '/learnings/a',
    );
    await act(() => new Promise((done) => requestAnimationFrame(done)));
    expect(document.querySelector('[aria-current="location"]')?.textContent).toBe('Part 100');
    expect(asked.size).toBeLessThan(12);
  });
});
