import { alignBlocks } from './align.ts';
import { blocksIn } from './blocks-in.ts';
import { lookedAt, offsetInSight, scrollToOffset } from './place-in-text.ts';

/**
 * Changes what is shown of a text, and keeps where people look: its source, its page, or both beside one another.
 *
 * @param view holds the box and, while it is shown, the page
 */
export function keepPlace(view: HTMLElement, box: HTMLTextAreaElement, change: () => void): void {
  const at = sourceInSight(view, box);
  change();
  if (at === null) return;
  if (isShown(box)) {
    scrollToOffset(box, at);
    return;
  }
  const blocks = blocksIn(view);
  const starts = startsOf(blocks, box);
  const place = starts.findLastIndex((start) => start !== null && start <= at);
  const top = blocks[place]?.getBoundingClientRect().top;
  if (top !== undefined) window.scrollBy(0, top - lookedAt());
}

function sourceInSight(view: HTMLElement, box: HTMLTextAreaElement): number | null {
  if (isShown(box)) return offsetInSight(box);
  const blocks = blocksIn(view);
  const place = blocks.findIndex((block) => block.getBoundingClientRect().bottom > lookedAt());
  return startsOf(blocks, box)[place] ?? null;
}

function startsOf(blocks: readonly HTMLElement[], box: HTMLTextAreaElement) {
  return alignBlocks(
    box.value,
    blocks.map((block) => block.textContent ?? ''),
  );
}

function isShown(box: HTMLTextAreaElement): boolean {
  return box.offsetHeight > 0;
}
