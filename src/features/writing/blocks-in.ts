/** The blocks of which a shown text consists; a long one stands in parts (ui/change-text.ts). */
export function blocksIn(page: ParentNode): HTMLElement[] {
  const texts = page.querySelectorAll('.prose');
  const all = [...texts].flatMap((text) => [...text.children] as HTMLElement[]);
  return all.flatMap((block) =>
    block.matches('[data-part]') ? ([...block.children] as HTMLElement[]) : [block],
  );
}
