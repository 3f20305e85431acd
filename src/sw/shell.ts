import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

/** Addresses of the backend where it shares the site's origin, and addresses of files: not pages. */
const notPages = [/^\/(rest|auth|realtime|storage|functions|graphql)\//, /\/[^/?]+\.[^/?]+$/];

/**
 * Keeps page, scripts, styles, fonts and icons of this build, and answers every navigation with the
 * one page there is. A file of another build is not here and not there: the host answers it with 404.
 */
export function keepShell(files: (string | PrecacheEntry)[]): void {
  cleanupOutdatedCaches();
  precacheAndRoute(files);
  registerRoute(new NavigationRoute(createHandlerBoundToURL('index.html'), { denylist: notPages }));
}
