import type { IncomingMessage, ServerResponse } from 'node:http';
import send from 'send';
import { FOR_EVER } from '../../build/plugins/content-policy.ts';
import { isPictureName } from '../database/picture-folder.ts';

/** Where anybody fetches a picture, as at hosted Supabase. */
const PUBLIC = '/storage/v1/object/public/pictures/';

/**
 * Answers a request for a picture from its file, without the database, which has one question at a time to answer.
 *
 * A browser takes the answer for the picture that its name says and for nothing else, whatever its bytes are: the site is at
 * the same origin, and a page that an upload smuggled in would run as the site's own.
 *
 * @param folder with the bytes of the pictures
 * @returns false if there is no such picture; the request is then not answered
 */
export async function servePicture(
  folder: string,
  { pathname }: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const { method } = request;
  if ((method !== 'GET' && method !== 'HEAD') || !pathname.startsWith(PUBLIC)) return false;
  const name = pathname.slice(PUBLIC.length);
  if (!isPictureName(name)) return false;
  return new Promise((answered) => {
    const file = send(request, name, { root: folder, cacheControl: false });
    file.on('headers', () => {
      response.setHeader('cache-control', FOR_EVER);
      response.setHeader('x-content-type-options', 'nosniff');
      response.setHeader('content-security-policy', "default-src 'none'; sandbox");
      // Readers of feeds show pictures on pages of their own.
      response.setHeader('access-control-allow-origin', '*');
    });
    file.on('error', ({ status }: { status: number }) => {
      if (response.headersSent) response.destroy();
      else if (status === 404) return answered(false);
      else response.writeHead(status).end();
      answered(true);
    });
    response.once('close', () => answered(true));
    file.pipe(response);
  });
}
