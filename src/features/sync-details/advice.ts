import type { FailureReport } from '../../lib/failure.ts';
import { type FailureTable, lookUp } from '../../lib/failure-words.ts';

/** What each sync failure means, and what an engineer can do. The visitor's words are in app/no-news-words.ts. */
const advice: FailureTable = [
  [
    'unreachable',
    /^no-answer$/,
    'Nobody answers at this address. Is VITE_SUPABASE_URL right, does the server run, and does it allow this origin?',
  ],
  [
    'unreachable',
    /^time-out$/,
    'Nothing came for 8 s. Look at the line, and at the project’s health and its logs.',
  ],
  [
    'unreachable',
    /^(not-json|not-an-answer)$/,
    'Something other than Supabase answers: a captive portal, a proxy, or a wrong address in VITE_SUPABASE_URL.',
  ],
  ['unreachable', /^540$/, 'The project is paused. Restore it in the Supabase dashboard.'],
  ['unreachable', /^429$/, 'Too many requests. The site waits and asks again by itself.'],
  [
    'unreachable',
    /^57014$/,
    'A statement ran into its time limit. Look at the database’s load and its indexes.',
  ],
  [
    'unreachable',
    /^(40001|40P01|55P03)$/,
    'Another transaction was in the way. The site tries again by itself.',
  ],
  ['unreachable', null, 'The server failed. Its logs say why; the site tries again by itself.'],
  ['refused', /^402$/, 'The project is over its quota. See Usage in the Supabase dashboard.'],
  [
    'refused',
    /^(PGRST2\d\d|404)$/,
    'The migrations are missing, or older than this build: npx supabase db push --remote',
  ],
  [
    'refused',
    /^(42501|403)$/,
    'The caller may not call the function. The grants come with the migrations: npx supabase db push --remote',
  ],
  [
    'refused',
    /^empty-start$/,
    'The server sent a history without a single row, and this device has content. If that is right, clear the site’s data.',
  ],
  [
    'refused',
    /^(no-history|endless|unanswered)$/,
    'The server’s answers contradict one another. Is the address that of one project, and are its migrations those of this build?',
  ],
  ['refused', null, 'The server refused the call. Its logs say why.'],
  [
    'signed-out',
    null,
    'The key or the session is not accepted. Is VITE_SUPABASE_PUBLISHABLE_KEY that of this project? If somebody is signed in, sign in again.',
  ],
  [
    'device',
    /^full$/,
    'The browser gives this site no more room. Free space on the device, or clear other sites’ data.',
  ],
  [
    'device',
    /^blocked$/,
    'The browser blocks IndexedDB: site data is switched off, or this is a private window.',
  ],
  ['device', null, 'IndexedDB failed. Close other tabs of this site, then reload.'],
  ['rejected', null, 'An edit was not taken. The outbox says which, and why.'],
  ['defect', null, 'A mistake in the program. The console has the stack; please report it.'],
];

export function adviceOn(failure: FailureReport): string {
  return lookUp(advice, failure) ?? 'Unknown.';
}
