/**
 * The address of a path of this site. The site may be in a folder of its host (`SITE_BASE`): `/pictures/a.svg` is then at
 * `/notes/pictures/a.svg`. The router adds the folder itself. This is for addresses that bypass the router.
 *
 * @param address of any kind; only a path from the root changes
 */
export function inSite(address: string): string {
  return /^\/(?!\/)/.test(address) ? import.meta.env.BASE_URL + address.slice(1) : address;
}

/** The reverse: the path as the router sees it. */
export function withinSite(path: string): string {
  const base = import.meta.env.BASE_URL;
  return path.startsWith(base) ? path.slice(base.length - 1) : path;
}
