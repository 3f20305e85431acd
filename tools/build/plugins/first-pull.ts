import { visitorsPull } from '../../../src/engine/supabase/calls.ts';
import { type Backend, toFetch, toQuestion } from '../../../src/engine/supabase/http.ts';
import { SNAPSHOT } from '../../../src/lib/built-page.ts';
import { FILLED } from '../../../src/lib/filled.ts';
import { REQUEST_TIMEOUT_MS } from '../../../src/lib/limits.ts';

/**
 * A script for index.html that sends a visitor's first request before the site's own scripts are there. If the build has a
 * snapshot, it is asked for (`window.firstSnapshot` is the answer), else the first pull is sent (`window.firstPull`). Where
 * the device was filled before (src/lib/filled.ts) nothing is sent.
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
    const snapshot = document.querySelector('meta[name="${SNAPSHOT}"]');
    const sent = snapshot
      ? (window.firstSnapshot = fetch(snapshot.content, { signal: AbortSignal.timeout(${REQUEST_TIMEOUT_MS}) }))
      : (window.firstPull = fetch(${address}, ${init}));
    // The engine hears of a failure when it asks.
    sent.catch(() => {});
  }
} catch {
  // Storage is closed to this page: the engine asks by itself.
}`;
}
