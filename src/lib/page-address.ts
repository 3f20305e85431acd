/**
 * Whether a path that matches no file is a page of the site. A project or learning may be named like a file
 * ('llama.cpp', 'v1.0'). Elsewhere a name with an extension is a file, and a missing file must not be answered with
 * a page: an old page that asks for an old build's script would get HTML for it.
 *
 * @param path as in `URL.pathname`, percent-encoded
 */
export function isPagePath(path: string): boolean {
  if (isItemPath(path)) return true;
  return !/^\/assets\//.test(path) && !/\.[^/.]+$/.test(path);
}

/**
 * Whether a path is that of an item, of its text for writing, or of a tag: the item may be newer than the build. Every other page of the
 * site has a file in the build, so a host knows that nothing else is there (docs/hosting.md).
 */
export function isItemPath(path: string): boolean {
  return /^\/(projects|learnings|tags)\/[^/]+\/?$|^\/admin\/[^/.]+\/[^/.]+\/?$/.test(path);
}
