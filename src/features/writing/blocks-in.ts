/** The parts of which a shown text consists. */
export function blocksIn(page: ParentNode): HTMLElement[] {
  const texts = page.querySelectorAll('.prose');
  return [...texts].flatMap((text) => [...text.children] as HTMLElement[]);
}
