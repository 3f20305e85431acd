import { LIST_STEP } from './limits.ts';

/** PAGES-11: how many built pages a list of this length has. With scripts, one shows it whole. */
export function listPages(length: number): number {
  return Math.max(1, Math.ceil(length / LIST_STEP));
}

/** The address of a part of a list. @param list the list's own address */
export function listPagePath(list: string, page: number): string {
  return page === 1 ? list : `${list}/page/${page}`;
}

/** The title of a part of a list. */
export function pageTitle(title: string, page: number): string {
  return page === 1 ? title : `${title}, page ${page}`;
}
