import { serveSite } from './serve-site.ts';
import { untilStopped } from './until-stopped.ts';

/** `npm run site`: builds the site for the backend that the settings name and serves it alone. */
await untilStopped(serveSite);
