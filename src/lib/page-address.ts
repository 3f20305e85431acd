/**
 * Whether a path that no file answers is a page of the site. A project or learning may be named like a file
 * ('llama.cpp', 'v1.0'); elsewhere a name with an ending is a file, and a missing file must not be answered with
 * a page: an old page that asks for a script of an old build would take the HTML for it.
 *
 * @param path as in `URL.pathname`, percent-encoded
 */
export function isPagePath(path: string): boolean {
  if (/^\/(projects|learnings)\/[^/]+\/?$/.test(path)) return true;
  return !/^\/assets\//.test(path) && !/\.[^/.]+$/.test(path);
}
