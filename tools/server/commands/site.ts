import { serveSite } from './serve-site.ts';
import { untilStopped } from './until-stopped.ts';

/** `npm run site`: builds the site for the backend in the settings and serves it without a backend. */
await untilStopped(serveSite);
