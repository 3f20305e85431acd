/**
 * The pictures among the files that are pasted or dropped; none if words are meant. What comes from a page has its bytes, too.
 * Spreadsheets and word processors give a picture of the words beside them.
 *
 * Many systems know no type for HEIC or AVIF. A file of no known type is taken for a picture: its bytes then tell whether it is one,
 * and its owner hears why if it is none. Without that, a photo would be dropped and nothing would happen.
 */
export function picturesGiven(given: DataTransfer | null): readonly File[] {
  const pictures = [...(given?.files ?? [])].filter(({ type }) => mayBePicture(type));
  return given !== null && pictures.length > 0 && hasWords(given.getData('text/html'))
    ? []
    : pictures;
}

function mayBePicture(type: string): boolean {
  return type.startsWith('image/') || type === '' || type === 'application/octet-stream';
}

/** A picture that was copied from a page is an element without any. */
function hasWords(html: string): boolean {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const it of body.querySelectorAll('style, script')) it.remove();
  return (body.textContent ?? '').trim() !== '';
}
