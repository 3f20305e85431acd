import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { useTextActions } from '../../ui/use-text-actions.ts';

/** A text with fewer headings has no list of them. */
const FEWEST = 3;

/** Right below the top of what is read: a link to a heading puts it there (`scroll-padding`). In px. */
const READ_FROM = 100;

const beside = '@4xl/column:sticky @4xl/column:top-8 @4xl/column:col-start-2';

/**
 * LEARNING-2: the headings of a long text, as links. They stand in the right margin of a wide page, and folded above the text of a
 * narrow one. Neither knows of the other, so both are there, and one is not displayed.
 *
 * @param props.html of `fitMarkdown`
 * @param props.isGrowing more of the text is still to come. A list that came with it would move what somebody is reading.
 */
export function ContentsList({ html, isGrowing = false }: { html: string; isGrowing?: boolean }) {
  const headings = useMemo(() => headingsOf(html), [html]);
  const nav = useRef<HTMLElement>(null);
  const current = useCurrent(headings);
  useTextActions(nav);
  useEffect(() => {
    const box = nav.current?.querySelector<HTMLElement>('[data-box]');
    const link = box?.querySelector<HTMLElement>(`[href="#${current}"]`);
    // Not `scrollIntoView`: it would move the page, too.
    if (box && link) box.scrollTop = link.offsetTop - box.clientHeight / 2;
  }, [current]);
  if (headings.length < (isGrowing ? 1 : FEWEST)) return null;
  const links = (
    <ol>
      {headings.map((heading) => (
        <HeadingLink key={heading.id} heading={heading} isCurrent={heading.id === current} />
      ))}
    </ol>
  );
  return (
    <nav ref={nav} aria-label="Contents" className={`print:hidden ${beside}`}>
      <details className="rounded-card border border-hairline bg-surface px-5 @4xl/column:hidden">
        <summary className="min-h-11 py-3 text-small font-semibold">Contents</summary>
        <div className="pb-4">{links}</div>
      </details>
      <div
        data-box
        className="relative hidden max-h-[calc(100dvh-4rem)] overflow-y-auto @4xl/column:block"
      >
        <p className="pb-2 text-small font-semibold">Contents</p>
        {links}
      </div>
    </nav>
  );
}

interface Heading {
  readonly id: string;
  readonly level: number;
  readonly words: string;
}

/** On its own: React can pause between two of hundreds, and only those change that are passed while somebody reads. */
const HeadingLink = memo(function HeadingLink({
  heading: { id, level, words },
  isCurrent,
}: {
  heading: Heading;
  isCurrent: boolean;
}) {
  return (
    <li>
      <a
        href={`#${id}`}
        aria-current={isCurrent ? 'location' : undefined}
        style={{ paddingInlineStart: `${level - 1}rem` }}
        className="flex min-h-11 items-center border-l-2 border-hairline @4xl/column:min-h-8 py-1 text-small text-muted hover:text-ink aria-[current]:border-accent aria-[current]:text-ink aria-[current]:underline"
      >
        {words}
      </a>
    </li>
  );
});

/** @param html of `fitMarkdown`: text and code in it are escaped, so only headings look like headings */
function headingsOf(html: string): readonly Heading[] {
  const headings = [...html.matchAll(/<h([2-6]) id="([^"]+)">(.*?)<\/h\1>/gs)];
  const template = document.createElement('template');
  return headings.map(([, level, id = '', inner = '']) => {
    const [, plain] = /^<a href="[^"]*">([^<&]*)<\/a>$/.exec(inner) ?? [];
    if (plain !== undefined) return { id, level: Number(level), words: plain.trim() };
    // What links say of a new tab is no word of the heading.
    template.innerHTML = inner.replace(/<span>.*?<\/span>/gs, '');
    return { id, level: Number(level), words: template.content.textContent?.trim() ?? '' };
  });
}

/** The heading under which somebody reads: the last one above what they see. */
function useCurrent(headings: readonly Heading[]): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  useEffect(() => {
    if (headings.length < FEWEST) return;
    let frame = 0;
    const look = () => {
      frame = 0;
      setCurrent(headings[countPassed(headings) - 1]?.id ?? null);
    };
    const lookSoon = () => {
      frame ||= requestAnimationFrame(look);
    };
    lookSoon();
    window.addEventListener('scroll', lookSoon, { passive: true });
    window.addEventListener('resize', lookSoon);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', lookSoon);
      window.removeEventListener('resize', lookSoon);
    };
  }, [headings]);
  return current;
}

/** Halves what is left to look at: a place that the browser has not laid out yet is laid out when it is asked for. */
function countPassed(headings: readonly Heading[]): number {
  let [passed, rest] = [0, headings.length];
  while (passed < rest) {
    const middle = Math.floor((passed + rest) / 2);
    if (topOf(headings[middle]?.id ?? '') <= READ_FROM) passed = middle + 1;
    else rest = middle;
  }
  return passed;
}

/** A heading that is still to come is below all others. */
function topOf(id: string): number {
  return document.getElementById(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY;
}
