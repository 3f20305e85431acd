// @vitest-environment happy-dom
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import '../../support/render.tsx';
import { countInWords } from '../../../src/app/outbox-count.tsx';
import { routes } from '../../../src/app/routes.tsx';
import { learnings } from '../../../src/content/learnings/learnings.ts';
import { projects } from '../../../src/content/projects/projects.ts';
import { tasks } from '../../../src/content/tasks/tasks.ts';
import { applyCatchUp } from '../../../src/engine/mirror/apply.ts';
import type { MirrorDatabase } from '../../../src/engine/mirror/database.ts';
import {
  type Account,
  type SyncStatus,
  startPosition,
  startStatus,
} from '../../../src/engine/mirror/meta.ts';
import { openMirror } from '../../../src/engine/mirror/read.ts';
import { openSessionStore } from '../../../src/engine/mirror/session-store.ts';
import { type Editor, openEditor } from '../../../src/engine/outbox/editor.ts';
import type {
  Mutation,
  QueuedChange,
  RejectedMutation,
} from '../../../src/engine/outbox/mutation.ts';
import { insert, remove, update } from '../../../src/engine/outbox/mutation.ts';
import type { Answer } from '../../../src/engine/outbox/outcome.ts';
import { takeBatch } from '../../../src/engine/outbox/queue.ts';
import { EditingProvider } from '../../../src/engine/react/editing.tsx';
import { MirrorProvider } from '../../../src/engine/react/mirror-hooks.tsx';
import { changeInWords, valueInWords } from '../../../src/features/outbox/change-words.ts';
import { columnWord } from '../../../src/features/outbox/column-words.ts';
import { excerptsOfChange } from '../../../src/features/outbox/excerpt.ts';
import { refusalInWords } from '../../../src/features/outbox/refusal-words.ts';
import { attemptsInWords, waitingInWords } from '../../../src/features/outbox/waiting-words.ts';
import { ageInWords } from '../../../src/lib/age.ts';
import { editsFileName } from '../../../src/lib/edits-file-name.ts';
import { Failure } from '../../../src/lib/failure.ts';
import { ToastProvider } from '../../../src/ui/toast.tsx';
import { newDatabase } from '../../support/device.ts';
import { refused, unreachable } from '../../support/failures.ts';
import { accountOf, fakeAuth } from '../../support/fake-auth.ts';
import { recordAnswers } from '../../support/record-answers.ts';
import { learningRow, projectRow } from '../../support/rows.ts';

/** The outbox page and the way to it, over the real store. */

const admin = accountOf('admin@b.cd', true);
const project = projectRow({ title: 'Bird Watch' });
const row = learningRow({
  title: 'Old title',
  tags: ['rag', 'evals'],
  link: 'https://old.example/a',
});
const other = learningRow({ title: 'Other' });
let database: MirrorDatabase;
let editor: Editor;
let requests: number;

beforeEach(async () => {
  database = newDatabase();
  editor = openEditor(database);
  requests = 0;
  const rows = [row, other].map((it) => ({ table: 'learnings', id: it.id, version: 1, row: it }));
  const changes = [{ table: 'projects', id: project.id, version: 1, row: project }, ...rows];
  const to = { epoch: 'e', cursor: 1, horizon: 1, complete: true };
  const at = new Date().setHours(9, 14, 0, 0);
  await applyCatchUp(database, { from: startPosition, to, reset: true, changes }, at);
  await signIn(admin);
});
afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
  database.close();
});

function signIn(account: Account | null): Promise<void> {
  const sessions = openSessionStore(database);
  return account === null ? sessions.signOut() : sessions.signIn('{}', account);
}
function open(address = '/admin/outbox') {
  const router = createMemoryRouter(routes, { initialEntries: [address] });
  const mirror = openMirror(database);
  const counting = {
    ...mirror,
    requestSync: async () => {
      requests += 1;
      await mirror.requestSync();
    },
  };
  render(
    <MirrorProvider mirror={counting}>
      <EditingProvider editor={editor} auth={fakeAuth(database)}>
        <ToastProvider>
          <RouterProvider router={router} />
        </ToastProvider>
      </EditingProvider>
    </MirrorProvider>,
  );
  return router;
}

async function openPage() {
  open();
  await screen.findByRole('heading', { level: 1, name: 'Outbox' });
}

const edited = (title: string, id = row.id, holds = false) =>
  editor
    .edit({
      label: `Edit learning “${title}”`,
      changes: [update(learnings, id, { title })],
      holds,
    })
    .then((made) => made as Mutation);

/** The server refuses edits. */
async function refuse(results: readonly (Partial<Answer> & { id: string })[]) {
  const refused = { outcome: 'rejected', first: 'rejected', code: null, message: '', met: [] };
  const answers = results.map((it) => ({ ...refused, ...it }) as Answer);
  await recordAnswers(database, { results: answers, changes: [] }, Date.now());
}

const send = () => takeBatch(database, { count: 100, bytes: 1e6 }, Date.now());
const section = (name: string) => screen.findByRole('region', { name });
const titles = (inside: HTMLElement) =>
  within(inside)
    .getAllByRole('heading', { level: 3 })
    .map((it) => it.textContent);
const main = () => within(screen.getByRole('main'));
const button = (name: string) => screen.findByRole('button', { name });
const press = async (name: string) => fireEvent.click(await button(name));
const text = (element: Element) => element.textContent?.replace(/\s+/g, ' ').trim();

describe('an empty outbox', () => {
  it('says that everything is on the server, and as of when', async () => {
    await openPage();
    expect(
      await screen.findByText('Everything is on the server. Nothing waits, nothing was refused.'),
    ).toBeTruthy();
    expect(await screen.findByText('As of today 09:14.')).toBeTruthy();
    expect(main().queryByRole('button', { name: 'Send now' })).toBeNull();
    expect(main().queryByRole('button', { name: 'Export as JSON' })).toBeNull();
    expect(main().getByRole('button', { name: 'Import' })).toBeTruthy();
  });

  it('has nothing for visitors', async () => {
    await signIn(null);
    await openPage();
    expect(await screen.findByText('There is nothing here.')).toBeTruthy();
    expect(main().queryByRole('button')).toBeNull();
  });

  it('is for nobody to find by search', async () => {
    await openPage();
    expect(document.querySelector('meta[name="robots"]')?.getAttribute('content')).toBe('noindex');
  });
});

describe('waiting edits', () => {
  it('stand in the order in which they will be sent, with what changes, their age and state', async () => {
    await edited('New title');
    await editor.edit({
      label: 'Add project “P”',
      changes: [insert(projects, { title: 'P', description: 'd' })],
    });
    await openPage();
    const waiting = await section('Waiting');
    expect(titles(waiting)).toEqual(['Edit learning “New title”', 'Add project “P”']);
    const [first, second] = within(waiting)
      .getAllByRole('listitem')
      .filter((it) => 'card' in it.dataset);
    expect(text(first!)).toBe(
      'Edit learning “New title”Will be sent nowjust nowTitle: “Old title” → “New title”Discard Edit learning “New title”',
    );
    expect(text(second!)).toContain('Adds project “P”, with description.');
  });

  it('tell of several rows which is which, and keep long lists folded', async () => {
    const changes = Array.from({ length: 8 }, (_, i) =>
      insert(tasks, { project_id: project.id, content: `T${i}`, position: i }),
    );
    await editor.edit({ label: 'Add tasks', changes });
    await editor.edit({
      label: 'Both',
      changes: [
        update(learnings, row.id, { project_id: project.id }),
        update(learnings, other.id, { title: 'New' }),
      ],
    });
    await openPage();
    expect(await screen.findByText('3 more changes')).toBeTruthy();
    expect(await screen.findByText('Adds task “T0”, with project.')).toBeTruthy();
    await screen.findByText(/Bird Watch/);
    const lines = screen.getAllByRole('listitem').map(text);
    expect(lines).toContain('Project of learning “Old title”: nothing → “Bird Watch”');
    expect(lines).toContain('Title of learning “Other”: “Other” → “New”');
  });

  it('hold every word to copy, where the lines do not say it all', async () => {
    const long = `One line.\n\n${'And then some more. '.repeat(12)}The end.`;
    await editor.edit({
      label: 'Add learning',
      changes: [
        insert(learnings, { title: 'L', description: long, tags: ['a'], project_id: project.id }),
      ],
    });
    await editor.edit({
      label: 'Edit learning',
      changes: [update(learnings, other.id, { description: long })],
    });
    await edited('Short');
    await openPage();
    const waiting = await section('Waiting');
    const folds = await within(waiting).findAllByText('Everything it says');
    expect(folds).toHaveLength(2);
    await within(waiting).findByText('“Bird Watch”');
    const said = folds.map((fold) =>
      [...(fold.closest('details')?.querySelectorAll('dt, dd') ?? [])].map((it) => it.textContent),
    );
    expect(said).toEqual([
      ['Title', 'L', 'Description', long, 'Tags', 'a', 'Project', '“Bird Watch”'],
      ['Description', long],
    ]);
  });

  it('are sent when asked', async () => {
    await edited('New title');
    await openPage();
    await press('Send now');
    await waitFor(() => expect(requests).toBe(1));
    expect(await button('Sending…')).toBeTruthy();
    expect(await button('Send now')).toBeTruthy();
  });

  it('are sent when asked, those too that could still be taken back', async () => {
    await edited('New title', row.id, true);
    await edited('Next', other.id);
    expect(await send()).toEqual([]);
    await openPage();
    await press('Send now');
    await waitFor(() => expect(requests).toBe(1));
    expect(await send()).toHaveLength(2);
  });

  it.each([
    ['a visitor', null, '2 edits wait for sign-in', ['Sign in']],
    ['a reader', accountOf('reader@b.cd', false), '2 edits of someone else', []],
    ['another admin', accountOf('other@b.cd', true), '2 edits of someone else', ['Import']],
  ] as const)('are counted to %s, and no more than that', async (_, account, count, ways) => {
    const bad = await edited('Bad');
    await refuse([{ id: bad.id, code: '23514', message: 'Bad' }]);
    await edited('New title');
    await signIn(account);
    await openPage();
    expect(await main().findByText('2 edits of someone else wait here.')).toBeTruthy();
    expect(
      main().getByText('Only the account that made them can see, send or discard them.'),
    ).toBeTruthy();
    expect(screen.getByRole('link', { name: count })).toBeTruthy();
    const pressed = [...main().queryAllByRole('button'), ...main().queryAllByRole('link')];
    expect(pressed.map(({ textContent }) => textContent)).toEqual(ways);
    expect(document.body.textContent).not.toMatch(/Bad|New title|Everything is on the server/);
  });

  it('of another account stand beside one’s own as a number', async () => {
    await edited('New title');
    await signIn(accountOf('other@b.cd', true));
    await edited('Mine');
    await openPage();
    expect(titles(await section('Waiting'))).toEqual(['Edit learning “Mine”']);
    expect(main().getByText('1 edit of someone else waits here.')).toBeTruthy();
    expect(screen.getByRole('link', { name: '1 edit waiting' })).toBeTruthy();
  });

  it('of a session that has ended ask for the next sign-in', async () => {
    await edited('New title');
    await signIn({ ...admin, expired: true });
    await openPage();
    expect(await screen.findByRole('link', { name: 'Sign in to send 1 edit' })).toBeTruthy();
    expect(screen.getByText('Waits for sign-in')).toBeTruthy();
  });

  it('go when discarded, the focus on the next, and come back by Undo', async () => {
    await edited('One');
    await edited('Two', other.id);
    await openPage();
    const discard = await button('Discard Edit learning “One”');
    discard.focus();
    fireEvent.click(discard);
    await waitFor(async () => expect(titles(await section('Waiting'))).toHaveLength(1));
    expect(document.activeElement?.textContent).toBe('Edit learning “Two”');
    expect(screen.getByText('Discarded “Edit learning ‘One’”')).toBeTruthy();
    const undo = await button('Undo');
    undo.focus();
    fireEvent.click(undo);
    await waitFor(async () =>
      expect(titles(await section('Waiting'))).toEqual([
        'Edit learning “One”',
        'Edit learning “Two”',
      ]),
    );
    expect(requests).toBe(1);
  });

  it('that build on a discarded one go and come back with it', async () => {
    const made = insert(projects, { title: 'P', description: 'd' });
    await editor.edit({ label: 'Add project', changes: [made] });
    await editor.edit({
      label: 'Add task',
      changes: [insert(tasks, { project_id: made.id, content: 'T' })],
    });
    await openPage();
    await press('Discard Add project');
    expect(await screen.findByText('Discarded 2 edits')).toBeTruthy();
    expect(await screen.findByText(/^Everything is on the server\./)).toBeTruthy();
    await press('Undo');
    expect(titles(await section('Waiting'))).toEqual(['Add project', 'Add task']);
  });

  it('leave the focus on the heading when the last has gone', async () => {
    await edited('One');
    await openPage();
    const discard = await button('Discard Edit learning “One”');
    discard.focus();
    fireEvent.click(discard);
    await screen.findByText(/^Everything is on the server\./);
    expect(document.activeElement?.textContent).toBe('Outbox');
  });

  it('that may have been sent are discarded with a word about it', async () => {
    await edited('One');
    await send();
    await openPage();
    expect(await screen.findByText('Sent, waiting for the answer')).toBeTruthy();
    expect(screen.getByText(/tried once/)).toBeTruthy();
    await press('Discard Edit learning “One”');
    expect(
      await screen.findByText('It may have reached the server before; then it comes back.'),
    ).toBeTruthy();
  });

  it('that cannot be discarded stay, and the page says why', async () => {
    await edited('One');
    const full = {
      ...editor,
      discard: () => Promise.reject(new Failure('device', 'full', 'no room')),
    };
    editor = full;
    await openPage();
    await press('Discard Edit learning “One”');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'This device has no room left. Free some and try again; nothing was changed.',
    );
  });

  it('in storage that the browser may clear come with a warning (P6)', async () => {
    vi.stubGlobal('navigator', { ...navigator, storage: { persisted: async () => false } });
    await edited('One');
    await openPage();
    expect(
      await screen.findByText(
        /^This browser may clear .* Install this site, or send them soon\.$/s,
      ),
    ).toBeTruthy();
  });

  it('in storage that is kept come without one', async () => {
    vi.stubGlobal('navigator', { ...navigator, storage: { persisted: async () => true } });
    await edited('One');
    await openPage();
    await section('Waiting');
    expect(screen.queryByText(/This browser may clear/)).toBeNull();
  });
});

describe('refused edits', () => {
  it('stand first, with the reason in words and the server’s own behind a fold', async () => {
    const bad = await edited('Bad');
    await edited('Good', other.id);
    await refuse([{ id: bad.id, code: '23514', message: 'violates check constraint "x"' }]);
    await openPage();
    const needs = await section('Needs you');
    expect(titles(needs)).toEqual(['Edit learning “Bad”']);
    expect(within(needs).getByText('A value in it is not one that is allowed.')).toBeTruthy();
    const words = within(needs).getByText('23514: violates check constraint "x"');
    expect(words.closest('details')?.open).toBe(false);
    const [first, second] = main().getAllByRole('heading', { level: 2 });
    expect([first?.textContent, second?.textContent]).toEqual(['Needs you', 'Waiting']);
  });

  it('are tried again', async () => {
    const bad = await edited('Bad');
    await refuse([{ id: bad.id, code: '23505', message: 'unique constraint "learnings_pkey"' }]);
    await openPage();
    expect(await screen.findByText('It exists already.')).toBeTruthy();
    const again = await button('Try again Edit learning “Bad”');
    again.focus();
    fireEvent.click(again);
    expect(titles(await section('Waiting'))).toEqual(['Edit learning “Bad”']);
    expect(screen.queryByRole('region', { name: 'Needs you' })).toBeNull();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Edit learning “Bad”'));
  });

  it('are all tried again at once where they are several, in their order', async () => {
    const made = insert(projects, { title: 'P', description: 'd' });
    const first = await editor.edit({ label: 'Add project “P”', changes: [made] });
    await editor.edit({
      label: 'Add task',
      changes: [insert(tasks, { project_id: made.id, content: 'T' })],
    });
    const bad = await edited('Bad');
    await refuse([
      { id: first!.id, code: '42501' },
      { id: bad.id, code: '42501' },
    ]);
    await openPage();
    await press('Try all again');
    expect(titles(await section('Waiting'))).toEqual([
      'Add project “P”',
      'Add task',
      'Edit learning “Bad”',
    ]);
    expect(screen.queryByRole('region', { name: 'Needs you' })).toBeNull();
    const { waiting } = await editor.outbox();
    expect(waiting[1]!.after).toEqual([waiting[0]!.id]);
    expect(waiting.every(({ sent }) => !sent)).toBe(true);
  });

  it('of what was deleted elsewhere are restored (Y23)', async () => {
    const bad = await edited('Bad');
    const gone = { table: 'learnings', id: row.id, version: 2, row: null };
    const result = { id: bad.id, outcome: 'rejected', first: 'rejected', code: 'P0002' } as const;
    await recordAnswers(
      database,
      { results: [{ ...result, message: 'no row', met: [] }], changes: [gone] },
      Date.now(),
    );
    await openPage();
    expect(await screen.findByText('It was deleted elsewhere.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Try again/ })).toBeNull();
    await press('Restore Edit learning “Bad”');
    expect(text(await section('Waiting'))).toContain('Adds learning “Bad”, with');
    expect(await database.table('learnings').get(row.id)).toMatchObject({ row: { title: 'Bad' } });
  });

  it('that were refused because of another say so (Y17)', async () => {
    const made = insert(projects, { title: 'P', description: 'd' });
    const first = await editor.edit({ label: 'Add project “P”', changes: [made] });
    await editor.edit({
      label: 'Add task',
      changes: [insert(tasks, { project_id: made.id, content: 'T' })],
    });
    await refuse([{ id: first!.id, code: '42501' }]);
    await openPage();
    expect(await screen.findByText('This account has no right to do it.')).toBeTruthy();
    expect(screen.getByText('It depends on “Add project ‘P’”, which was refused.')).toBeTruthy();
    await press('Discard Add project “P”');
    expect(await screen.findByText('Discarded 2 edits')).toBeTruthy();
    await press('Undo');
    expect(titles(await section('Needs you'))).toEqual(['Add project “P”', 'Add task']);
  });

  it('open in their form with all that was typed; saved there, the new takes the refused one’s place', async () => {
    const made = insert(projects, { title: 'P', description: 'All\nof it', status: 'idea' });
    const first = await editor.edit({ label: 'Add project “P”', changes: [made] });
    await editor.edit({
      label: 'Add task',
      changes: [insert(tasks, { project_id: made.id, content: 'T' })],
    });
    await refuse([{ id: first!.id, code: '23514' }]);
    await openPage();
    expect(await button('Edit and send again Add project “P”')).toBeTruthy();
    // What depends on another waits for that one.
    expect(screen.queryByRole('button', { name: 'Edit and send again Add task' })).toBeNull();
    await press('Edit and send again Add project “P”');
    const form = within(await screen.findByRole('form', { name: 'New project' }));
    expect(form.getByLabelText<HTMLInputElement>(/^Title/).value).toBe('P');
    expect(form.getByLabelText<HTMLTextAreaElement>(/^Description/).value).toBe('All\nof it');
    fireEvent.change(form.getByLabelText(/^Title/), { target: { value: 'Q' } });
    fireEvent.click(form.getByRole('button', { name: /^Add/ }));
    await waitFor(async () => expect((await editor.outbox()).rejected).toEqual([]));
    const { waiting } = await editor.outbox();
    expect(waiting.map(({ label }) => label)).toEqual(['Add project “Q”', 'Add task']);
    expect(waiting[0]!.changes).toMatchObject([
      { id: made.id, values: { title: 'Q', description: 'All\nof it' } },
    ]);
    expect(waiting[1]!.after).toEqual([waiting[0]!.id]);
    expect(await database.drafts.count()).toBe(0);
  });

  it('of a change open in the form of its item, and stay until that is saved', async () => {
    const bad = await edited('Bad');
    await refuse([{ id: bad.id, code: '23514' }]);
    const router = open();
    await press('Edit and send again Edit learning “Bad”');
    const form = within(await screen.findByRole('form', { name: 'Edit learning' }));
    expect(form.getByLabelText<HTMLInputElement>(/^Title/).value).toBe('Bad');
    expect((await editor.outbox()).rejected).toHaveLength(1);
    fireEvent.change(form.getByLabelText(/^Title/), { target: { value: 'Good' } });
    // Over a reload the draft still knows what it is to replace.
    await waitFor(async () =>
      expect(await database.drafts.toArray()).toMatchObject([{ replaces: { edit: bad.id } }]),
    );
    await router.navigate('/contact');
    await router.navigate(`/admin?tab=learnings&edit=${row.id}`);
    const again = within(await screen.findByRole('form', { name: 'Edit learning' }));
    expect(again.getByLabelText<HTMLInputElement>(/^Title/).value).toBe('Good');
    fireEvent.click(again.getByRole('button', { name: /^(Save|Update)/ }));
    await waitFor(async () => expect((await editor.outbox()).rejected).toEqual([]));
    const { waiting } = await editor.outbox();
    expect(waiting.map(({ changes }) => changes)).toMatchObject([[{ values: { title: 'Good' } }]]);
  });

  it('of a task open on its board', async () => {
    const added = await editor.edit({
      label: 'Add task',
      changes: [insert(tasks, { project_id: project.id, content: 'T', status: 'done' })],
    });
    await refuse([{ id: added!.id, code: '23514' }]);
    await openPage();
    await press('Edit and send again Add task');
    const box = await screen.findByLabelText<HTMLInputElement>('New task');
    expect(box.value).toBe('T');
    fireEvent.change(box, { target: { value: 'U' } });
    fireEvent.click(screen.getByRole('button', { name: 'Add Task' }));
    await waitFor(async () => expect((await editor.outbox()).rejected).toEqual([]));
    const { waiting } = await editor.outbox();
    expect(waiting.map(({ changes }) => changes)).toMatchObject([
      [{ id: added!.changes[0]!.id, values: { content: 'U', status: 'done' } }],
    ]);
  });

  const refused = (code: string | null, cause: string | null = null, reason = '') =>
    refusalInWords({ code, cause, reason } as RejectedMutation, []);
  const unique = (name: string) => `duplicate key value violates unique constraint "${name}"`;
  const key = (what: string) => `${what} on table "a" violates foreign key constraint "a_b_fkey"`;

  it.each([
    ['23505', unique('learnings_pkey'), 'It exists already.'],
    ['23505', unique('commentaries_slug_key'), 'It exists already.'],
    ['23505', unique('learnings_title_key'), 'A value in it is taken by another item.'],
    ['23503', key('insert or update'), 'What it belongs to is gone.'],
    ['23503', key('update or delete'), 'Something on the server still needs it.'],
  ])('for %s, %s: %s', (code, reason, words) => expect(refused(code, null, reason)).toBe(words));

  it('say what they depend on, whatever the server found missing', async () => {
    const made = insert(projects, { title: 'P', description: 'd' });
    const first = await editor.edit({ label: 'Add project “P”', changes: [made] });
    const second = await editor.edit({
      label: 'Add task',
      changes: [insert(tasks, { project_id: made.id, content: 'T' })],
    });
    await send();
    await refuse([
      { id: first!.id, code: '23514' },
      { id: second!.id, code: '23503', message: key('insert or update') },
    ]);
    await openPage();
    const needs = await section('Needs you');
    expect(
      await within(needs).findByText('It depends on “Add project ‘P’”, which was refused.'),
    ).toBeTruthy();
    expect(needs.textContent).not.toContain('What it belongs to is gone.');
    await press('Try again Add task');
    expect(titles(await section('Waiting'))).toEqual(['Add project “P”', 'Add task']);
  });

  it.each([
    ['22001', 'A value in it is not valid.'],
    ['22P02', 'A value in it is not valid.'],
    ['23502', 'Something that is required is missing.'],
    ['23503', 'It conflicts with what is on the server.'],
    ['23505', 'It conflicts with what is on the server.'],
    ['23514', 'A value in it is not one that is allowed.'],
    ['23P01', 'It conflicts with what is on the server.'],
    ['42501', 'This account has no right to do it.'],
    ['P0002', 'It was deleted elsewhere.'],
    ['413', 'It is too large for the server.'],
    ['P0001', 'The server refused it.'],
    ['constructor', 'The server refused it.'],
    [null, 'The server refused it.'],
  ])('for %s: %s', (code, words) => expect(refused(code)).toBe(words));

  it('whose cause has gone say so', () =>
    expect(refused(null, 'gone')).toBe('It depends on an edit that was refused.'));
});

describe('values replaced unseen', () => {
  async function replaced() {
    const mine = await edited('Mine');
    await send();
    const met = [{ table: 'learnings', id: row.id, column: 'title', was: 'Theirs' }];
    await refuse([{ id: mine.id, outcome: 'applied', first: 'applied', met }]);
    await database.table('learnings').update(row.id, { row: { ...row, title: 'Mine' } });
    await openPage();
    return section('Changed elsewhere');
  }

  it('are told of (E7, Y22)', async () => {
    const notices = await replaced();
    await button('Keep mine for “Title” of learning “Mine”');
    expect(text(notices)).toContain(
      '“Title” of learning “Mine” had been changed elsewhere to “Theirs”; yours replaced it.',
    );
  });

  it('are set back by Use theirs', async () => {
    await replaced();
    await press('Use theirs for “Title” of learning “Mine”');
    expect(text(await section('Waiting'))).toContain('Title: “Mine” → “Theirs”');
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: 'Changed elsewhere' })).toBeNull(),
    );
  });

  it('are let go by Keep mine', async () => {
    await replaced();
    await press('Keep mine for “Title” of learning “Mine”');
    await screen.findByText(/^Everything is on the server\./);
    expect((await editor.outbox()).waiting).toEqual([]);
  });

  it('of an item that has gone stay, with the reason', async () => {
    await replaced();
    await database.table('learnings').delete(row.id);
    await press('Use theirs for “Title” of the learning');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'It was deleted meanwhile. Nothing was changed.',
    );
    expect(await section('Changed elsewhere')).toBeTruthy();
  });
});

describe('export and import', () => {
  const choose = async (content: string) =>
    fireEvent.change(await screen.findByLabelText('File to import edits from'), {
      target: { files: [new File([content], 'edits.json', { type: 'application/json' })] },
    });

  it('say how many came in, and that a second time none is new', async () => {
    await edited('One');
    await edited('Two', other.id);
    const file = await editor.exportOutbox();
    for (const { id } of (await editor.outbox()).waiting) await editor.discard(id);
    await openPage();
    await choose(file);
    expect(await screen.findByText('2 edits came in.')).toBeTruthy();
    expect(titles(await section('Waiting'))).toHaveLength(2);
    await choose(file);
    expect(
      await screen.findByText('Nothing new came in: every edit of this file is here already.'),
    ).toBeTruthy();
  });

  it('have words for a wrong file', async () => {
    await openPage();
    await choose('not even JSON');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'This is no export of an outbox. Nothing was changed.',
    );
  });

  it('say how far an import is, and never meanwhile that everything is on the server', async () => {
    const { importOutbox } = editor;
    let tell = (_: { done: number; of: number }) => {};
    let goOn = () => {};
    const gate = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await edited('One');
    const file = await editor.exportOutbox();
    for (const { id } of (await editor.outbox()).waiting) await editor.discard(id);
    editor = {
      ...editor,
      importOutbox: async (json, onProgress) => {
        tell = onProgress ?? tell;
        await gate;
        return importOutbox(json, onProgress);
      },
    };
    await openPage();
    await screen.findByText(/^Everything is on the server/);
    await choose(file);
    expect(await screen.findByText('Reading the file…')).toBeTruthy();
    expect(screen.queryByText(/on the server/)).toBeNull();
    expect((await button('Importing…')).getAttribute('aria-disabled')).toBe('true');
    act(() => tell({ done: 1_250, of: 5_000 }));
    expect(screen.getByText('1,250 of 5,000 edits taken in…')).toBeTruthy();
    const bar = screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Import' });
    expect([bar.value, bar.max]).toEqual([1_250, 5_000]);
    expect(screen.queryByText(/on the server/)).toBeNull();
    goOn();
    expect(await screen.findByText('1 edit came in.')).toBeTruthy();
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it('say before it is read that a file is too large', async () => {
    await openPage();
    await choose('x'.repeat(10_000_001));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'This file is larger than 10 MB. At most 5,000 edits, or 10 MB, can be taken in at once. Nothing was changed.',
    );
  });

  it('say of an import that stopped in the middle how far it came', async () => {
    editor = {
      ...editor,
      importOutbox: async (_, onProgress) => {
        onProgress?.({ done: 250, of: 400 });
        throw new Failure('device', 'full', 'no room');
      },
    };
    await openPage();
    await choose('{}');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'This device has no room left: 250 of 400 edits came in. Import the file again for the rest.',
    );
  });

  it('draw a hundred of many edits, and more when asked', async () => {
    for (let i = 0; i < 102; i += 1) {
      await editor.edit({ label: `${i}`, changes: [insert(learnings, { title: `${i}` })] });
    }
    await openPage();
    const waiting = await section('Waiting');
    expect(titles(waiting)).toHaveLength(100);
    await press('Show more of the 2 edits behind these');
    expect(titles(waiting)).toHaveLength(102);
  });

  it('name the file after the day', () => {
    expect(editsFileName(new Date(2026, 0, 5))).toBe('fieldnotes-outbox-2026-01-05.json');
  });
});

describe('the way to the outbox', () => {
  const way = () => screen.queryByRole('link', { name: /edit/, hidden: true });

  it('is there when edits wait or were refused, and says how many', async () => {
    const bad = await edited('Bad');
    await edited('Good', other.id);
    open('/contact');
    expect(await screen.findByRole('link', { name: '2 edits waiting' })).toBeTruthy();
    await refuse([{ id: bad.id, code: '42501' }]);
    const link = await screen.findByRole('link', { name: '1 edit waiting, 1 needs you' });
    expect(link.getAttribute('href')).toBe('/admin/outbox');
  });

  it('is not there while nothing waits, nor for visitors', async () => {
    open('/contact');
    await screen.findByRole('link', { name: 'Admin' });
    expect(way()).toBeNull();
    await signIn(null);
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Admin' })).toBeNull());
    expect(way()).toBeNull();
  });

  it.each([
    [1, 0, '1 edit waiting'],
    [3, 1, '3 edits waiting, 1 needs you'],
    [1, 2, '1 edit waiting, 2 need you'],
    [0, 1, '1 edit needs you'],
    [0, 2, '2 edits need you'],
  ])('%i waiting and %i refused: %s', (waiting, rejected, words) =>
    expect(countInWords(waiting, rejected)).toBe(words),
  );

  it('is told of politely when an edit is refused, from a region that was there before (A12)', async () => {
    const bad = await edited('Bad');
    open('/contact');
    await screen.findByRole('link', { name: '1 edit waiting' });
    const regions = screen.getAllByRole('status');
    await refuse([{ id: bad.id, code: '42501' }]);
    const said = await screen.findByText(
      'Refused by the server: Edit learning “Bad”. 1 edit in the outbox needs you.',
    );
    expect(regions).toContain(said);
    await editor.retry(bad.id);
    await waitFor(() => expect(said.textContent).toBe(''));
  });

  it('does not tell again of what had been refused before', async () => {
    const bad = await edited('Bad');
    await refuse([{ id: bad.id, code: '42501' }]);
    open('/contact');
    await screen.findByRole('link', { name: '1 edit needs you' });
    expect(screen.queryByText(/Refused by the server/)).toBeNull();
  });
});

describe('changes in words', () => {
  const change = (before: object, values: Record<string, unknown>, table = 'learnings') =>
    changeInWords({
      op: 'update',
      table,
      id: row.id,
      values,
      before: { id: row.id, ...before },
    }).fields.map(({ name, values: pair }) => [name, ...(pair ?? [])]);

  it('quote text, and show long text where it changes', () => {
    expect(change({ title: 'Old' }, { title: 'New “thing”' })).toEqual([
      ['Title', '“Old”', '“New ‘thing’”'],
    ]);
    const same = 'The same beginning of a long text, over and over again. '.repeat(4);
    const [before, after] = excerptsOfChange(`${same}Here it was old.`, `${same}Here it is new.`);
    expect(before).toMatch(/^….*Here it was old\.$/);
    expect(after).toMatch(/^….*Here it is new\.$/);
    expect(after.length).toBeLessThan(100);
  });

  it('list tags, whichever way the kind keeps them', () => {
    expect(change({ tags: ['a', 'b'] }, { tags: ['b'] })).toEqual([['Tags', 'a, b', 'b']]);
    expect(change({ tags: 'a,b' }, { tags: null }, 'resources')).toEqual([
      ['Tags', 'a, b', 'nothing'],
    ]);
  });

  it('show links, booleans and choices as they are called', () => {
    expect(change({ link: null }, { link: 'https://a.example/x' })).toEqual([
      ['Link', 'nothing', 'https://a.example/x'],
    ]);
    expect(change({ is_current: false }, { is_current: true }, 'current_listening')).toEqual([
      ['Now playing', 'no', 'yes'],
    ]);
    expect(change({ status: 'todo' }, { status: 'in-progress' }, 'tasks')).toEqual([
      ['Column', 'To Do', 'In Progress'],
    ]);
    expect(change({ status: 'idea' }, { status: 'in-progress' }, 'projects')).toEqual([
      ['Status', 'just an idea at this point', 'working on it'],
    ]);
  });

  it('leave out what positions are', () => {
    expect(change({ position: 1 }, { position: 1.5 }, 'tasks')).toEqual([['Position']]);
  });

  it('sum up inserts and deletes', () => {
    const made = insert(learnings, { title: 'L', description: 'd', tags: ['a'], link: '' });
    expect(changeInWords({ ...made, blank: {} } as QueuedChange).summary).toBe(
      'Adds learning “L”, with description and tags.',
    );
    const gone = remove(learnings, row.id);
    expect(changeInWords({ ...gone, before: row } as QueuedChange).summary).toBe(
      'Deletes learning “Old title”.',
    );
    expect(changeInWords({ ...gone, before: null } as QueuedChange).summary).toBe(
      'Deletes learning.',
    );
  });

  it('survive any value that a file may bring', () => {
    expect(valueInWords('learnings', 'title', { toString: 'no' })).toBe('{"toString":"no"}');
    expect(valueInWords('learnings', 'tags', [1, { a: 2 }])).toBe('[1,{"a":2}]');
    expect(valueInWords('projects', 'status', 'constructor')).toBe('“constructor”');
    expect(valueInWords('nowhere', 'rank', 3)).toBe('3');
  });

  it('call columns as the forms do', () => {
    expect(columnWord('current_listening', 'url')).toBe('Spotify link');
    expect(columnWord('projects', 'image_url')).toBe('Image URL');
    expect(columnWord('resources', 'Source')).toBe('Source');
    expect(columnWord('projects', 'constructor')).toBe('Constructor');
    expect(columnWord('projects', 'some_new_column')).toBe('Some new column');
  });
});

describe('states in words', () => {
  const now = 1_790_000_000_000;
  const mutation = (place: number, more: Partial<Mutation> = {}) =>
    ({
      place,
      account: admin.userId,
      sent: false,
      heldUntil: null,
      attempts: 1,
      ...more,
    }) as Mutation;
  const words = (waiting: Mutation[], status: Partial<SyncStatus> = {}, account: Account = admin) =>
    waitingInWords(waiting, { account, status: { ...startStatus, ...status }, now });

  it('tell what each edit waits for', () => {
    expect(words([mutation(1), mutation(2, { sent: true })])).toEqual([
      'Will be sent now',
      'Sent, waiting for the answer',
    ]);
    expect(words([mutation(1), mutation(2, { sent: true })], { phase: 'offline' })).toEqual([
      'Waiting for a network',
      'Sent, waiting for a network',
    ]);
    const failing = { phase: 'waiting', failures: 2 } as const;
    expect(words([mutation(1)], { ...failing, failure: unreachable })).toEqual([
      'Waiting for the server',
    ]);
    expect(words([mutation(1)], { ...failing, failure: refused })).toEqual([
      'The server takes no edits now',
    ]);
    expect(words([mutation(1, { sent: true, attempts: 0 })])).toEqual(['Will be sent now']);
    expect(words([mutation(1)], {}, { ...admin, expired: true })).toEqual(['Waits for sign-in']);
  });

  it('tell of a hold, and of what waits behind it', () => {
    const held = mutation(2, { heldUntil: now + 5_000 });
    expect(words([mutation(1), held, mutation(3)])).toEqual([
      'Will be sent now',
      'Held for undo',
      'Waits for the edit before it',
    ]);
    expect(words([mutation(1, { heldUntil: now - 1 })])).toEqual(['Will be sent now']);
    expect(words([mutation(1, { heldUntil: now + 1e9 })])).toEqual(['Will be sent now']);
  });

  it('count attempts and age', () => {
    expect([0, 1, 2, 3].map(attemptsInWords)).toEqual([
      null,
      'tried once',
      'tried twice',
      'tried 3 times',
    ]);
    const minutes = (count: number) => ageInWords(now - count * 60_000, now);
    expect([-5, 0.5, 1, 59, 60, 180, 1_440, 20_000].map(minutes)).toEqual([
      'just now',
      'just now',
      '1 minute ago',
      '59 minutes ago',
      '1 hour ago',
      '3 hours ago',
      '1 day ago',
      '13 days ago',
    ]);
  });
});
