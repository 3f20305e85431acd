import { matchPath } from 'react-router-dom';
import { addCapture, CAPTURE } from '../../lib/captures.ts';
import { inSite, withinSite } from '../../lib/in-site.ts';

/**
 * CAPTURE-1: answers `CAPTURE`. First it stores the shared link on the
 * device, so that a sign-in or a missing network does not lose it. /admin takes it from there, in the same history entry, so
 * that Back and Reload do not capture the link again.
 *
 * Call it before the history is opened, which reads the address then.
 */
export function capture({
  location,
  history,
}: Pick<Window, 'location' | 'history'> = window): void {
  if (matchPath(CAPTURE, withinSite(location.pathname)) === null) return;
  const parameters = new URLSearchParams(location.search);
  const of = (name: string) => parameters.get(name) ?? '';
  const captured = { title: of('title'), text: of('text'), url: of('url') };
  if (Object.values(captured).join('').trim() !== '') addCapture(captured);
  history.replaceState(history.state, '', inSite('/admin'));
}
