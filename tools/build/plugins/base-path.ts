/**
 * The folder of its host that a build is for, with a slash at each end: `/` or `/notes/`.
 *
 * @param setting as the owner has written it (`SITE_BASE`): `notes`, `/notes`, `/notes/`, or nothing
 */
export function basePath(setting: string | undefined): string {
  const parts = (setting ?? '').split('/').filter((it) => it !== '');
  return ['', ...parts, ''].join('/');
}
