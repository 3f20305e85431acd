import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { AnyForm, Values } from '../../content/form/form.ts';
import { alignBlocks, findWord } from './align.ts';
import { blocksIn } from './blocks-in.ts';
import { lookedAt, placesInText } from './place-in-text.ts';
import { TextPreview } from './text-preview.tsx';
import { useSettled } from './use-settled.ts';

/**
 * The page beside its text. Both scroll together, and a double press on a word leads to it in the text.
 *
 * @param props.box of the text
 * @param props.onWord is told where in the text a word is that was pressed twice
 */
export function Preview({
  form,
  id,
  values,
  box,
  onWord,
}: {
  form: AnyForm;
  id: string;
  values: Values;
  box: RefObject<HTMLTextAreaElement | null>;
  onWord: (from: number, to: number) => void;
}) {
  const page = useRef<HTMLElement>(null);
  const settled = useSettled(values);
  useScrollTogether(box, page, settled);
  return (
    <section
      ref={page}
      aria-label="Preview"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
      tabIndex={0}
      onDoubleClick={(event) => {
        const at = wordAt(page.current, event.target, box.current?.value ?? '');
        if (at !== null) onWord(at.from, at.to);
      }}
      className="min-w-0 min-[1100px]:sticky min-[1100px]:top-2 min-[1100px]:row-span-2 min-[1100px]:h-[calc(100dvh-5.5rem)] min-[1100px]:overflow-y-auto"
    >
      <TextPreview form={form} id={id} values={settled} />
    </section>
  );
}

function wordAt(
  page: HTMLElement | null,
  pressed: EventTarget,
  source: string,
): { from: number; to: number } | null {
  const selection = window.getSelection();
  if (page === null || selection === null || selection.rangeCount === 0) return null;
  if (!(pressed instanceof Node)) return null;
  const blocks = blocksIn(page);
  const place = blocks.findIndex((block) => block.contains(pressed));
  const block = blocks[place];
  if (block === undefined) return null;
  const range = selection.getRangeAt(0);
  const before = document.createRange();
  before.selectNodeContents(block);
  before.setEnd(range.startContainer, range.startOffset);
  const starts = alignBlocks(
    source,
    blocks.map((it) => it.textContent ?? ''),
  );
  const word = range.toString().trim();
  const from = findWord(source, starts[place] ?? 0, before.toString(), word);
  return { from, to: from + word.length };
}

/** Where a block is in the box of the text and in the page, both in pixels. */
interface Pair {
  readonly inText: number;
  readonly inPage: number;
}

function pairsOf(box: HTMLTextAreaElement, page: HTMLElement): Pair[] {
  const blocks = blocksIn(page);
  const starts = alignBlocks(
    box.value,
    blocks.map((block) => block.textContent ?? ''),
  );
  const known = blocks.flatMap((block, place) => {
    const at = starts[place];
    return at === null || at === undefined ? [] : [{ block, at }];
  });
  const places = placesInText(
    box,
    known.map(({ at }) => at),
  );
  const top = page.getBoundingClientRect().top - page.scrollTop;
  return [
    { inText: 0, inPage: 0 },
    ...known.map(({ block }, place) => ({
      inText: places[place]?.top ?? 0,
      inPage: block.getBoundingClientRect().top - top,
    })),
    { inText: box.offsetHeight, inPage: page.scrollHeight },
  ];
}

/** The place in the one that belongs to a place in the other. */
function across(pairs: readonly Pair[], from: keyof Pair, to: keyof Pair, y: number): number {
  const behind = pairs.findIndex((pair) => pair[from] > y);
  const [a, b] = [pairs[Math.max(0, behind - 1)], pairs[behind]];
  if (a === undefined) return 0;
  if (b === undefined) return pairs.at(-1)?.[to] ?? 0;
  const part = (y - a[from]) / Math.max(1, b[from] - a[from]);
  return a[to] + Math.max(0, Math.min(1, part)) * (b[to] - a[to]);
}

function useScrollTogether(
  box: RefObject<HTMLTextAreaElement | null>,
  page: RefObject<HTMLElement | null>,
  shown: unknown,
): void {
  const pairs = useRef<readonly Pair[] | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is elsewhere
  useEffect(() => {
    pairs.current = null;
  }, [shown]);

  useLayoutEffect(() => {
    const [text, preview] = [box.current, page.current];
    if (text === null || preview === null) return;
    /** The one that is scrolled by hand; the other one follows. */
    let leads: 'text' | 'page' = 'text';
    const isBeside = () => preview.scrollHeight > preview.clientHeight;
    const known = () => {
      pairs.current ??= pairsOf(text, preview);
      return pairs.current;
    };
    const look = lookedAt();
    const follow = () => {
      if (leads !== 'text' || !isBeside()) return;
      const y = across(known(), 'inText', 'inPage', look - text.getBoundingClientRect().top);
      preview.scrollTop = y - (look - preview.getBoundingClientRect().top);
    };
    const lead = () => {
      if (leads !== 'page' || !isBeside()) return;
      const inPage = preview.scrollTop + look - preview.getBoundingClientRect().top;
      const y = across(known(), 'inPage', 'inText', inPage);
      window.scrollBy(0, text.getBoundingClientRect().top + y - look);
    };
    const ended = new AbortController();
    const { signal } = ended;
    const passive = { signal, passive: true };
    for (const type of ['wheel', 'touchstart', 'pointerdown', 'keydown', 'focusin'] as const)
      document.addEventListener(
        type,
        ({ target }) => {
          leads = target instanceof Node && preview.contains(target) ? 'page' : 'text';
        },
        { ...passive, capture: true },
      );
    window.addEventListener('scroll', follow, passive);
    preview.addEventListener('scroll', lead, passive);
    const resized = new ResizeObserver(() => {
      pairs.current = null;
    });
    resized.observe(preview);
    resized.observe(text);
    follow();
    return () => {
      ended.abort();
      resized.disconnect();
    };
  }, [box, page]);
}
