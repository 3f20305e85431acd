import type { Backend } from '../../src/engine/supabase/http.ts';
import {
  type AuthSettings,
  adminCount,
  inboxIsOpen,
  keepsPictures,
  newestMigration,
  ProjectProblem,
  reach,
  tellsOfChanges,
} from './project.ts';
import { lookForUnreadable } from './unreadable-content.ts';

/** What is there, what is missing, and what is worth doing all the same. */
export interface Report {
  /** What was found, as pairs of words. */
  found: readonly (readonly [what: string, how: string])[];
  /** Steps without which the site does not work as it should, in order. */
  missing: readonly string[];
  advice: readonly string[];
}

/**
 * Looks at a project whose address and key are right.
 *
 * @param hasInbox whether the site's contact form stores messages
 * @throws {ProjectProblem} if it can no longer be reached
 */
export async function lookAt(
  backend: Backend,
  auth: AuthSettings,
  hasInbox: boolean,
): Promise<Report> {
  const found: [string, string][] = [
    ['Address', backend.url],
    ['Key', 'accepted'],
  ];
  const authFound: [string, string][] = [
    ['Confirmation mails', auth.confirmsMail ? 'on' : 'off'],
    ['Sign-up', auth.signUpIsOpen ? 'open' : 'closed'],
  ];
  const migration = await newestMigration(backend).catch((error: unknown) => error);
  if (migration instanceof ProjectProblem) {
    const then = 'Then run `npm run setup -- --check` again: it can see no more before.';
    return {
      found: [...found, ['Migrations', 'missing'], ...authFound],
      missing: [`${migration.message} ${then}`],
      advice: [],
    };
  }
  if (typeof migration !== 'string') throw migration;
  const [admins, isLive] = [await adminCount(backend), await tellsOfChanges(backend)];
  const hasPictures = await keepsPictures(backend);
  const unreadable = await lookForUnreadable(backend);
  const isTaken = hasInbox && (await inboxIsOpen(backend));
  const missing = [
    ...(isLive ? [] : [realtime]),
    ...(hasPictures ? [] : [bucket]),
    ...(admins > 0 ? [] : [firstAdmin(auth)]),
    ...(hasInbox && !isTaken ? [closedInbox] : []),
    ...unreadable.steps,
  ];
  const advice = [
    ...(auth.confirmsMail ? [redirects] : []),
    ...(admins > 0 && auth.signUpIsOpen ? [closeSignUp] : []),
  ];
  return {
    found: [
      ...found,
      ['Migrations', `all there, up to ${migration}`],
      ['Realtime', isLive ? 'on' : 'off'],
      ['Pictures', hasPictures ? 'can be uploaded' : 'cannot be uploaded'],
      ['Content', unreadable.inWords],
      ...(hasInbox ? [['Inbox', isTaken ? 'open' : 'closed'] as const] : []),
      ...authFound,
      ['Administrators', String(admins)],
    ],
    missing,
    advice,
  };
}

const realtime =
  'Switch Realtime on for the table sync_state: in the dashboard under Database, Publications, supabase_realtime. Until then open pages ask for news instead of being told.';

const bucket =
  "Make the public bucket `pictures`: Storage had none when the migrations ran, or has one that is not public. In the dashboard's SQL editor run `select sync.make_picture_bucket();`, which answers nothing if it has worked. Until then nobody can upload a picture.";

const closedInbox =
  'Open the inbox: sign in on your site, open Inbox on the dashboard, and press “Open the inbox”. The contact form stores messages (`contact` in src/site.config.ts), and until then they wait on the devices of those who write.';

const redirects =
  'See that a link in a confirmation mail leads to your site, which cannot be seen from outside: in the dashboard under Authentication, URL Configuration, the Site URL is your site, and the Redirect URLs hold its /admin page.';

const closeSignUp =
  'Close sign-up: in the dashboard under Authentication, Sign In / Providers, switch off “Allow new users to sign up”. Accounts of strangers can change nothing, but nobody needs one.';

function firstAdmin({ signUpIsOpen, confirmsMail }: AuthSettings): string {
  const reserve =
    "Reserve the site: in the dashboard's SQL editor run `insert into sync.claim_by values ('me@example.com') on conflict do nothing;` with your address. Without it the first person to sign up becomes the administrator.";
  const mails = confirmsMail
    ? ''
    : ' Confirmation mails are off, so a stranger could sign up with that address: switch them on before, under Authentication, Sign In / Providers, Email.';
  const open = signUpIsOpen
    ? ''
    : ' Sign-up is closed: open it under Authentication, Sign In / Providers.';
  return `${reserve}${mails}${open} Then open /admin on your site and create your account.`;
}

/**
 * What stops a site from working with its project, in one line; null if nothing does. For commands that need the project
 * only later: they say it and go on.
 *
 * @param hasInbox whether the site's contact form stores messages
 */
export async function problemOfProject(
  backend: Backend,
  hasInbox: boolean,
): Promise<string | null> {
  try {
    await reach(backend);
    await newestMigration(backend);
    return hasInbox && !(await inboxIsOpen(backend)) ? closedInbox : null;
  } catch (error) {
    if (error instanceof ProjectProblem) return error.message;
    throw error;
  }
}
