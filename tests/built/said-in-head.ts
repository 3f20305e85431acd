import type { Page } from '@playwright/test';

/** What the head says of one address, in the page that is shown. */
export function said(page: Page) {
  return page.evaluate(headWords, null);
}

/** The same in the file that the build has made for this address. */
export async function saidByBuild(page: Page) {
  return page.evaluate(headWords, await (await fetch(page.url())).text());
}

/** @param file of the host, or null for the page that is shown */
function headWords(file: string | null): string[] {
  const { head } = file === null ? document : new DOMParser().parseFromString(file, 'text/html');
  // Feeds of tags are for programs, which read the file: the app does not know them.
  const ofFile = file === null ? '' : ', [href*="/tags/"]';
  const words = head.querySelectorAll(
    'title, meta[name], meta[property], link, script[type$=json]',
  );
  return [...words]
    .filter(
      (it) =>
        !it.matches(`[rel=modulepreload], [as=fetch], [rel=stylesheet], [name=built-for]${ofFile}`),
    )
    .map((it) =>
      [...it.attributes]
        .filter(({ name }) => /^(name|property|content|rel|href|type)$/.test(name))
        .map(({ name, value }) => `${name}=${value}`)
        .concat(it.matches('title, script') ? (it.textContent ?? '') : [])
        .join(' '),
    )
    .sort();
}
