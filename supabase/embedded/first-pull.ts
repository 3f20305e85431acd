import { visitorsPull } from '../../src/engine/supabase/calls.ts';
import { type Backend, toFetch, toQuestion } from '../../src/engine/supabase/http.ts';
import { FILLED } from '../../src/lib/filled.ts';

/**
 * A script for index.html that sends a visitor's first pull before the site's own scripts are there: `window.firstPull` is
 * the answer. Where the device was filled before (src/lib/filled.ts) nothing is sent.
 *
 * @param backend its `url` is empty for the origin that serves the site
 */
export function firstPull(backend: Backend): string {
  const nothing = { epoch: null, cursor: 0, horizon: 0, pending: [] };
  const { url, call } = visitorsPull(backend, nothing, 0);
  const request = toFetch({ ...backend, url }, toQuestion(call));
  const [address, init] = request.map((part) => JSON.stringify(part).replaceAll('<', '\\u003c'));
  return `try {
  if (!window.tooOld && localStorage.getItem('${FILLED}') === null) {
    window.firstPull = fetch(${address}, ${init});
    // The engine hears of a failure when it asks.
    window.firstPull.catch(() => {});
  }
} catch {
  // Storage is closed to this page: the engine asks by itself.
}`;
}
