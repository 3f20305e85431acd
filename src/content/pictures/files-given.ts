/** The pictures among the files that are pasted or dropped; none if there are only words. What comes from a page has its bytes, too. */
export function picturesGiven(given: DataTransfer | null): readonly File[] {
  return [...(given?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
}
