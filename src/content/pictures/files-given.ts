/**
 * The pictures among the files that are pasted or dropped; none if words are meant. What comes from a page has its bytes, too.
 * Spreadsheets and word processors give a picture of the words beside them.
 */
export function picturesGiven(given: DataTransfer | null): readonly File[] {
  const pictures = [...(given?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
  return given !== null && pictures.length > 0 && hasWords(given.getData('text/html'))
    ? []
    : pictures;
}

/** A picture that was copied from a page is an element without any. */
function hasWords(html: string): boolean {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const it of body.querySelectorAll('style, script')) it.remove();
  return (body.textContent ?? '').trim() !== '';
}
