import { registerRoute } from 'workbox-routing';
import { CAPTURE, REFUSED } from '../lib/captures.ts';
import { inSite, withinSite } from '../lib/in-site.ts';
import { CAPTURE_LENGTH } from '../lib/limits.ts';
import { keepShared } from '../lib/shared-pictures.ts';

/**
 * Hears what is shared to the installed site, which comes as a form (the manifest's `share_target`), with or without a network.
 * Pictures are on the disk before the page is opened that takes them (features/capture). Words alone go to it in its address, as
 * they do from a bookmarklet.
 */
export function answerShared(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && withinSite(url.pathname) === CAPTURE,
    async ({ request }) =>
      Response.redirect(inSite(await placeFor(request).catch(() => refused('device'))), 303),
    'POST',
  );
}

async function placeFor(request: Request): Promise<string> {
  const form = await request.formData();
  // One more than is kept: the page says that it is too long.
  const words = (name: string) => String(form.get(name) ?? '').slice(0, CAPTURE_LENGTH + 1);
  const shared = { title: words('title'), text: words('text'), url: words('url') };
  const files = form.getAll('pictures').filter((it) => it instanceof File && it.size > 0) as File[];
  if (files.length === 0) return `${CAPTURE}?${new URLSearchParams(shared)}`;
  const refusal = await keepShared(shared, files);
  return refusal === null ? '/admin' : refused(refusal);
}

const refused = (why: string) => `/admin${REFUSED}${why}`;
