import { fitsAForm } from '../../content/form/open-in-form.ts';
import { NO_PLACE, NO_PLACE_CODE } from '../../content/pictures/no-place.ts';
import type { RejectedMutation } from '../../engine/index.ts';
import { quoted } from './change-words.ts';

/**
 * Why the server refused an edit, in words by code; the server's own message can be shown too.
 *
 * | code | words |
 * |---|---|
 * | any, with a cause | it depends on another edit that was refused |
 * | 22xxx | a value is not valid |
 * | 23502 · 23514 · 23xxx | missing · check · conflict |
 * | 23503, the row it refers to · a row that refers to it | what it belongs to is gone · it is still needed |
 * | 23505, id or slug · another column | exists already · taken |
 * | 42501 | no right |
 * | 42703, 42P01 | the server does not know the column, the table: run the migration |
 * | P0002 | deleted elsewhere |
 * | 413 | too large |
 * | file 413 · 403 · 404 · 402, 507 · lost · others | a picture that it names: too large, no right, no bucket, no room, gone |
 *
 * Where one code of Postgres has two meanings, only its message tells them apart; there the message is read too.
 */
export function refusalInWords(
  { code, reason, cause }: RejectedMutation,
  rejected: readonly RejectedMutation[],
): string {
  if (cause !== null) {
    const label = rejected.find(({ id }) => id === cause)?.mutation.label;
    return label === undefined
      ? 'It depends on an edit that was refused.'
      : `It depends on ${quoted(label)}, which was refused.`;
  }
  if (code === null) return 'The server refused it.';
  const column = code === '42703' ? /^column (.+) of \S+ cannot/.exec(reason)?.[1] : undefined;
  if (column !== undefined) return notYet(`the column ${quoted(column)}`);
  const exact = byMessage.find((one) => one.code === code && one.says.test(reason));
  const ofFile = code.startsWith('file ') ? 'The server refused a picture in it.' : undefined;
  return (
    exact?.words ??
    words.get(code) ??
    words.get(code.slice(0, 2)) ??
    ofFile ??
    'The server refused it.'
  );
}

/** Of a site that is newer than its database. A migration begins another history, and then the edit is retried. */
function notYet(what: string): string {
  return `The server doesn’t know ${what} yet. The edit is sent again once the newest migration has been run.`;
}

const byMessage = [
  { code: '23503', says: /^insert or update on/, words: 'What it belongs to is gone.' },
  { code: '23503', says: /^update or delete on/, words: 'Something on the server still needs it.' },
  { code: '23505', says: /"\w+_pkey"|"\w*slug\w*"/, words: 'It exists already.' },
  {
    code: '23505',
    says: /unique constraint/,
    words: 'Another item already has one of the values.',
  },
] as const;

const words: ReadonlyMap<string, string> = new Map([
  ['22', 'One of the values isn’t valid.'],
  ['23', 'It conflicts with what is on the server.'],
  ['23502', 'Something that is required is missing.'],
  ['23514', 'One of the values isn’t allowed.'],
  ['42703', notYet('one of the columns')],
  ['42P01', notYet('this kind of content')],
  ['42501', 'This account isn’t allowed to do this.'],
  ['P0002', 'It was deleted elsewhere.'],
  ['413', 'It is too large for the server.'],
  ['file 413', 'A picture in it is too large for the server.'],
  ['file 403', 'This account isn’t allowed to add pictures.'],
  [NO_PLACE_CODE, `${NO_PLACE} The edit is sent again then.`],
  ['file 402', 'The server has no room left for pictures.'],
  ['file 507', 'The server has no room left for pictures.'],
  ['file lost', 'This device has lost a picture in it.'],
]);

/** Whether the edit can restore an item deleted elsewhere. An insert needs no restoring; it is just retried. */
export function isRestorable({ code, cause, mutation }: RejectedMutation): boolean {
  return code === 'P0002' && cause === null && mutation.changes.some(({ op }) => op === 'update');
}

/**
 * Whether a form can correct the edit. A dependent edit waits for the one it depends on; a deleted item must be
 * restored first.
 */
export function isEditable(refused: RejectedMutation): boolean {
  const [change, ...others] = refused.mutation.changes;
  if (change === undefined || others.length > 0 || refused.cause !== null) return false;
  return !isRestorable(refused) && fitsAForm(change);
}
