/** What a path in a zip means: by `npm run import` and by the page of imports alike, as a learning's id is made from its file's path. */

/** Some programs of Windows write its own sign between folders. */
export const zipPath = (name: string) => name.replaceAll('\\', '/');

export function leadsAway(path: string): boolean {
  return /^(?:\/|[a-z]:)|\0/i.test(path) || path.split('/').includes('..');
}

/** @returns with its slash; empty if not all stand in one */
export function commonFolder(paths: readonly string[]): string {
  const [first = ''] = paths;
  const folder = first.slice(0, first.indexOf('/') + 1);
  return folder !== '' && paths.every((it) => it.startsWith(folder)) ? folder : '';
}

export function withoutFolder(path: string, folder: string): string {
  return path.startsWith(folder) ? path.slice(folder.length) : path;
}
