import { SNAPSHOT } from '../lib/built-page.ts';
import { Failure } from '../lib/failure.ts';
import { REQUEST_TIMEOUT_MS } from '../lib/limits.ts';

/**
 * The content as the build has read it (tools/build/pages/), for a device that has none yet.
 *
 * @param early the answer, if index.html has asked for it before the scripts were there
 * @returns what loads it, as JSON, throwing {Failure} if that fails; undefined if this build has no snapshot
 */
export function builtSnapshot(
  page: Document,
  early: Promise<Response> | undefined,
): (() => Promise<unknown>) | undefined {
  const address = page.querySelector<HTMLMetaElement>(`meta[name="${SNAPSHOT}"]`)?.content;
  if (address === undefined) return undefined;
  let sent = early;
  return async () => {
    const asked = sent ?? fetch(address, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
    // An answer can be read once.
    sent = undefined;
    try {
      const response = await asked;
      if (!response.ok) throw new Error(`${address}: ${response.status}`);
      return await response.json();
    } catch (cause) {
      // A deployment may have removed it, and a host may answer with a page.
      throw new Failure('unreachable', 'no-part', String(cause), { cause });
    }
  };
}
