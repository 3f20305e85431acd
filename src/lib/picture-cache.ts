/** The cache of the content's pictures. */
export const PICTURES = 'fieldnotes-pictures';

/** Makes room on a full device: pictures can be fetched again. Resolves to whether there were any. */
export async function dropPictures(): Promise<boolean> {
  return caches.delete(PICTURES);
}
