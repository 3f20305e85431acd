import { SNAPSHOT } from '../lib/built-page.ts';
import { Failure } from '../lib/failure.ts';
import { fetchText } from '../lib/fetch-text.ts';

/**
 * The content as the build has read it, for a device that has none yet. A page with its content in it preloads the file
 * (tools/build/pages/made-page.ts), so it is usually here by the time this is called.
 *
 * @returns a function that loads it, as JSON, and throws {Failure} if it cannot; undefined if this build has no snapshot
 */
export function builtSnapshot(page: Document): (() => Promise<unknown>) | undefined {
  const address = page.querySelector<HTMLMetaElement>(`meta[name="${SNAPSHOT}"]`)?.content;
  if (address === undefined) return undefined;
  return async () => {
    try {
      const { response, text } = await fetchText(address, {});
      if (!response.ok) throw new Error(`${address}: ${response.status}`);
      return JSON.parse(text);
    } catch (cause) {
      // A deployment may have removed it, and a host may answer with a page.
      throw new Failure('unreachable', 'no-part', String(cause), { cause });
    }
  };
}
