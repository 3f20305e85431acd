import { startTransition, useEffect, useRef, useState } from 'react';
import { LOADING } from '../../lib/built-page.ts';
import { inSlices } from '../../lib/in-slices.ts';
import { nextFrame } from '../../lib/next-frame.ts';
import { nextTask } from '../../lib/next-task.ts';
import { PAGE_LINK } from '../../lib/page-link.ts';
import { changeText, type ShownText, textPart } from '../../ui/change-text.ts';
import { type AroundText, fitInSteps } from '../../ui/fit-markdown.ts';
import { MarkedText } from '../../ui/marked-text.tsx';
import { markdownInSteps } from '../markdown/markdown-html.ts';
import { pagesByName } from './item-pages.ts';
import { useItemPages } from './use-item-pages.ts';
import type { LongMarkdown } from './use-markdown.ts';

type PageNamed = NonNullable<AroundText['pageNamed']>;

/** The text that was rendered last: Back shows it again, and its page may become known by another name. */
let made: { readonly of: LongMarkdown; readonly pieces: readonly string[] } | null = null;

/**
 * A long Markdown text. Its beginning is shown at once. The rest is rendered in slices, and comes into the page below it.
 *
 * @param props.first the beginning, of `fitMarkdown`
 * @param props.of the id of the item whose text it is
 * @param props.onWhole gets the whole HTML, as of `fitMarkdown`, when it is shown
 */
export function LongText({
  first,
  long,
  of,
  isAmongOthers,
  onWhole,
}: {
  first: string;
  long: LongMarkdown;
  of: string;
  isAmongOthers: boolean;
  onWhole?: ((html: string) => void) | undefined;
}) {
  const box = useRef<HTMLDivElement>(null);
  const shown = useRef<ShownText | null>(null);
  /** The element's, as React knows it: it must not take the rest away again. */
  const [beginning] = useState(first);
  const [pageNamed, setPageNamed] = useState<PageNamed>();
  const [whole, setWhole] = useState<{ html: string; hasNames: boolean } | null>(null);
  useEffect(() => {
    let isLeft = false;
    const isOver = () => isLeft;
    async function render() {
      const pieces = await piecesOf(long, isOver);
      if (pieces === null) return;
      const steps = await inSlices(fitInSteps(pieces, of, { isAmongOthers, pageNamed }), isOver);
      const text = box.current?.firstElementChild;
      const part = text?.firstElementChild;
      if (steps === null || !text || !part) return;
      const fit = steps.filter((piece) => piece !== '');
      shown.current ??= [{ html: beginning, element: part }];
      for (const _ of changeText(text, shown.current, fit)) {
        // The browser takes ten times as long to lay a part out as it took to make it.
        await nextFrame();
        if (isLeft) return;
      }
      const html = fit.join('');
      const hasNames = pieces.some((piece) => piece.includes(`<a href="${PAGE_LINK}`));
      startTransition(() => {
        setWhole({ html, hasNames });
        onWhole?.(html);
      });
    }
    void render();
    return () => {
      isLeft = true;
    };
  }, [long, of, isAmongOthers, pageNamed, beginning, onWhole]);
  return (
    <div ref={box} className="contents">
      <MarkedText html={textPart(beginning)} version={whole?.html ?? ''} />
      {whole === null && <span hidden {...{ [LOADING]: '' }} />}
      {whole?.hasNames && <PagesNamed onKnown={(named) => setPageNamed(() => named)} />}
    </div>
  );
}

async function piecesOf(
  long: LongMarkdown,
  isOver: () => boolean,
): Promise<readonly string[] | null> {
  const { content, rules } = long;
  if (made?.of.content === content && made.of.rules === rules) return made.pieces;
  // The task in which the beginning has come has done enough.
  await nextTask();
  if (isOver()) return null;
  const steps = await inSlices(markdownInSteps(content, rules), isOver);
  if (steps === null) return null;
  const pieces = steps.filter((piece) => piece !== '');
  made = { of: long, pieces };
  return pieces;
}

/** Tells which pages have which names, as soon as all items of the device are known. */
function PagesNamed({ onKnown }: { onKnown: (named: PageNamed) => void }) {
  const pages = useItemPages();
  const tell = useRef(onKnown);
  useEffect(() => {
    if (pages === null) return;
    const named = pagesByName(pages);
    tell.current((name) => named(name)?.address() ?? null);
  }, [pages]);
  return null;
}
