import { replace } from 'react-router-dom';
import { addCapture } from '../../lib/captures.ts';

/**
 * CAPTURE-1: answers /capture, where the share target and the bookmarklet lead. First it stores the shared link on the
 * device, so that a sign-in or a missing network does not lose it. /admin takes it from there.
 *
 * @returns a redirect in the same history entry, so that Back and Reload do not capture the link again
 */
export function capture({ request }: { request: Request }): Response {
  const { searchParams } = new URL(request.url);
  const of = (name: string) => searchParams.get(name) ?? '';
  const captured = { title: of('title'), text: of('text'), url: of('url') };
  if (Object.values(captured).join('').trim() !== '') addCapture(captured);
  return replace('/admin');
}
