/** The picture that previews of links show, made by the build (tools/build/pages/preview-picture.ts). In px. */
export const PREVIEW = { width: 1200, height: 630 } as const;

/**
 * The name of a page's picture in the site's folder. A page that is newer than the build has none yet.
 *
 * @param path percent-encoded
 */
export function previewOf(path: string): string {
  return `/previews${path === '/' ? '/index' : path}.png`;
}
