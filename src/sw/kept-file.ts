/** A file of the build that a device may keep (vite.config.ts). */
export interface KeptFile {
  /** Relative to the site. */
  readonly url: string;
  /** Null for a file whose name changes with its content. */
  readonly revision: string | null;
  /** As in HTML's `integrity`. The page has none, as each of its addresses has content of its own; pictures have none either, as hosts make them smaller. */
  readonly integrity?: string;
  /** Whether it is kept only once something has loaded it. */
  readonly isForAdmins?: boolean;
}

/** Whether a stored or fetched file is what was built. Without a hash to compare with, only a page may be a page. */
export async function isAsBuilt(
  { url, integrity }: KeptFile,
  response: Response,
): Promise<boolean> {
  if (integrity !== undefined) return integrity === (await integrityOf(response.clone()));
  const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false;
  return isPage === url.endsWith('.html');
}

async function integrityOf(response: Response): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await response.arrayBuffer()));
  return `sha256-${btoa(String.fromCharCode(...hash))}`;
}
