import { replace } from 'react-router-dom';
import { addCapture } from '../../lib/captures.ts';

/**
 * CAPTURE-1: answers /capture, where the share target and the bookmarklet lead. What they bring is put aside on the
 * device before anything else, so that neither a sign-in nor a missing network loses it; /admin takes it from there.
 *
 * @returns a redirect in the same history entry: neither Back nor Reload brings it once more
 */
export function capture({ request }: { request: Request }): Response {
  const { searchParams } = new URL(request.url);
  const of = (name: string) => searchParams.get(name) ?? '';
  const captured = { title: of('title'), text: of('text'), url: of('url') };
  if (Object.values(captured).join('').trim() !== '') addCapture(captured);
  return replace('/admin');
}
