import { randomUUID } from 'node:crypto';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { pages } from '../../../src/app/pages.tsx';
import {
  capital,
  confirmWords,
  doneWords,
  editLabel,
  failedWords,
} from '../../../src/content/form/form.ts';
import { formOf as formOfTable } from '../../../src/content/forms.ts';
import { registry } from '../../../src/content/kinds.ts';
import { kindNames } from '../../../src/content/search/groups.ts';
import { pageOf } from '../../../src/content/search/ways.ts';
import { type AnyKind, compareOrder } from '../../../src/engine/index.ts';
import { isInvisible } from '../../../src/lib/invisible.ts';
import { UNDO_MS } from '../../../src/lib/limits.ts';
import { ToastProvider } from '../../../src/ui/toast.tsx';
import { openDashboard } from '../../support/dashboard.tsx';
import { exampleRow } from '../../support/example-rows.ts';
import {
  answer,
  type Device,
  field,
  formOf,
  listOf,
  newDevice,
  press,
  type Row,
  show,
  stopClock,
  synced,
  toast,
  type,
} from '../../support/site.tsx';

/**
 * Properties of every kind's screens, derived from its columns: its line in the registry is enough for a new kind to be
 * tested. The words themselves: tests/unit/forms.test.ts.
 */

const withPage = kindNames.filter((name) => pageOf(name, pages) !== undefined);
const withForm = kindNames.filter((name) => formOfTable(registry[name].table) !== null);

/** Three rows, in the order of their list. */
function rowsOf(kind: AnyKind): Row[] {
  const rows = [1, 2, 3].map((n) => ({
    ...kind.blank(`2026-03-0${n}T09:00:00+00:00`),
    ...exampleRow(kind, n, () => randomUUID()),
    // Only one of them is shown.
    ...(n === 1 && kind.exclusive !== undefined ? { [kind.exclusive]: true } : {}),
    id: randomUUID(),
  }));
  return rows.sort((a, b) => compareOrder(kind.order(a), kind.order(b)));
}

describe('a page', () => {
  it.each(withPage)('shows the %s in the order of their list', async (name) => {
    const kind: AnyKind = registry[name];
    const rows = rowsOf(kind);
    const page = pages.find(({ shows }) => shows?.includes(name))!;
    const Screen = await page.load();
    const { container } = show(
      <ToastProvider>
        <Screen />
      </ToastProvider>,
      synced({ [kind.table]: rows }),
      page.id,
    );
    const names = rows.map((row) => String(row[kind.name]));
    const text = container.textContent ?? '';
    const shown = names.filter((it) => text.includes(it));
    expect(shown).not.toEqual([]);
    const places = shown.map((it) => text.indexOf(it));
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  it.each(withPage)('DATA-6: shows the %s of which no name can be seen', async (name) => {
    const kind: AnyKind = registry[name];
    const rows = rowsOf(kind).map((row) => ({ ...row, [kind.name]: '\u200b\u3164' }));
    const page = pages.find(({ shows }) => shows?.includes(name))!;
    const Screen = await page.load();
    const { container } = show(
      <ToastProvider>
        <Screen />
      </ToastProvider>,
      synced({ [kind.table]: rows }),
      page.id,
    );
    expect(container.textContent).toContain('Untitled');
    for (const named of container.querySelectorAll('a, h1, h2, h3'))
      expect(isInvisible(named.textContent)).toBe(false);
  });
});

describe.each(withForm)('on the dashboard the %s', (name) => {
  const kind: AnyKind = registry[name];
  const { table } = kind;
  const form = formOfTable(table)!;
  const rows = rowsOf(kind);
  const [row] = rows as [Row, Row, Row];
  const title = String(row[kind.name]);
  const required = form.fields.filter((it) => it.required);
  const first = required[0]?.label ?? '';
  const nameLabel = form.fields.find(({ column }) => column === kind.name)?.label ?? '';
  const added = Object.fromEntries(required.map(({ column }) => [column, `New ${column}`]));
  const typed = Object.fromEntries(required.map(({ label, column }) => [label, `New ${column}`]));
  const full = 'This device has no room left. Free some and try again.';

  let device: Device;
  beforeEach(async () => {
    device = await newDevice();
  });

  async function openEmpty() {
    await device.arrive({});
    await openDashboard(device, form.tab.id);
    return formOf(`New ${form.one}`);
  }

  async function openList() {
    await device.arrive({ [table]: rows });
    await openDashboard(device, form.tab.id);
    const list = await listOf(capital(form.many));
    await list.findByRole('button', { name: `Edit ${title}` });
    return list;
  }

  const ids = async () => (await device.rowsOf(table)).map(({ id }) => id).sort();

  it('ADMIN-3 ADMIN-6 ADMIN-7 ADMIN-8: load, or are none, or are listed in order beside a field for each column', async () => {
    const { unmount } = await openDashboard(device, form.tab.id);
    const empty = await listOf(capital(form.many));
    expect(empty.getByText(`Loading ${form.many}...`)).toBeTruthy();
    await device.arrive({});
    expect(await empty.findByText(`No ${form.many} added yet.`)).toBeTruthy();
    unmount();
    const list = await openList();
    const names = list.getAllByRole('button', { name: /^Edit / }).map((it) => it.textContent);
    expect(names).toEqual(rows.map((it) => `Edit ${it[kind.name]}`));
    const at = await formOf(`New ${form.one}`);
    for (const { label } of form.fields) expect(at.getAllByLabelText(label)).not.toEqual([]);
  });

  it('DATA-6: are told apart, edited and deleted where no name can be seen', async () => {
    await device.arrive({ [table]: [{ ...row, [kind.name]: '\u200b\u3164' }] });
    await openDashboard(device, form.tab.id);
    const list = await listOf(capital(form.many));
    await list.findByRole('button', { name: 'Edit Untitled' });
    press(list, 'Edit Untitled');
    const at = await formOf(`Edit ${form.one}`);
    expect(field(at, nameLabel).value).toBe('\u200b\u3164');
    press(at, 'Cancel');
    await formOf(`New ${form.one}`);
    answer(true);
    press(list, 'Delete Untitled');
    await toast(doneWords(form, 'delete'), '“Untitled”');
    expect(await device.waiting()).toMatchObject([
      { label: editLabel(form, 'delete', 'Untitled') },
    ]);
    expect(await list.findByRole('group', { name: '“Untitled” deleted' })).toBeTruthy();
  });

  it('E16 FORM-1 FORM-4: are added on the device once the required fields are filled in', async () => {
    const at = await openEmpty();
    press(at, `Add ${form.button}`);
    const alert = await at.findByRole('alert');
    expect(alert.textContent).toBe(form.missing);
    await waitFor(() => expect(document.activeElement).toBe(field(at, first)));
    expect(field(at, first).getAttribute('aria-invalid')).toBe('true');
    expect(field(at, first).getAttribute('aria-describedby')?.split(' ')).toContain(alert.id);
    expect(await device.waiting()).toEqual([]);

    type(at, typed);
    await waitFor(() => expect(at.queryByRole('alert')).toBeNull());
    expect(field(at, first).getAttribute('aria-invalid')).toBe('false');
    const numbers = form.fields.filter(({ input }) => input === 'number' || input === 'date');
    const kept: Record<string, unknown> = { ...added };
    for (const { column, label, input } of numbers) {
      type(at, { [label]: input === 'number' ? '4.5' : '2026-03-01' });
      kept[column] = input === 'number' ? 4.5 : '2026-03-01';
    }
    press(at, `Add ${form.button}`);
    await toast(doneWords(form, 'add'));
    expect(await device.rowsOf(table)).toMatchObject([kept]);
    expect(await device.waiting()).toMatchObject([
      {
        label: editLabel(form, 'add', `New ${kind.name}`),
        changes: [{ op: 'insert', table, values: kept }],
      },
    ]);
    const list = await listOf(capital(form.many));
    expect(await list.findByText('on this device')).toBeTruthy();
    for (const { label } of required) expect(field(at, label).value).toBe('');
    expect(await device.database.drafts.count()).toBe(0);
  });

  it('ADMIN-6 DIFF-7: are edited: Cancel can be undone, and only what was typed is sent', async () => {
    stopClock();
    const list = await openList();
    press(list, `Edit ${title}`);
    const at = await formOf(`Edit ${form.one}`);
    await waitFor(() => expect(document.activeElement).toBe(field(at, first)));
    expect(field(at, nameLabel).value).toBe(title);
    type(at, { [nameLabel]: 'Changed' });
    press(at, 'Cancel');
    await formOf(`New ${form.one}`);
    expect(await device.database.drafts.count()).toBe(0);
    expect(await device.waiting()).toEqual([]);
    press(screen, 'Undo');
    const again = await formOf(`Edit ${form.one}`);
    await waitFor(() => expect(field(again, nameLabel).value).toBe('Changed'));

    press(again, `Update ${form.button}`);
    await toast(doneWords(form, 'update'));
    await formOf(`New ${form.one}`);
    expect(await device.rowsOf(table)).toContainEqual({ ...row, [kind.name]: 'Changed' });
    const [mutation, ...more] = await device.waiting();
    expect(more).toEqual([]);
    expect(mutation?.label).toBe(editLabel(form, 'update', 'Changed'));
    const [change] = mutation?.changes ?? [];
    expect(change?.op === 'update' && change.values).toEqual({ [kind.name]: 'Changed' });
    await waitFor(() =>
      expect(document.activeElement).toBe(list.getByRole('button', { name: 'Edit Changed' })),
    );
  });

  it('E15 FORM-3 FORM-4: are deleted at once, after asking, and come back by Undo', async () => {
    stopClock();
    const list = await openList();
    const before = await ids();
    const no = answer(false);
    if (form.confirmsDelete) {
      press(list, `Delete ${title}`);
      expect(no).toHaveBeenCalledWith(confirmWords(form));
      expect(await ids()).toEqual(before);
    }
    const yes = answer(true);
    list.getByRole('button', { name: `Delete ${title}` }).focus();
    press(list, `Delete ${title}`);
    await toast(doneWords(form, 'delete'), `“${title}”`);
    expect(await ids()).toEqual(before.filter((id) => id !== row.id));
    expect(yes).toHaveBeenCalledTimes(form.confirmsDelete ? 1 : 0);
    const [mutation] = await device.waiting();
    expect(mutation?.label).toBe(editLabel(form, 'delete', title));
    expect((mutation?.heldUntil ?? 0) - (mutation?.at ?? 0)).toBeGreaterThanOrEqual(UNDO_MS);
    const place = await list.findByRole('group', { name: `“${title}” deleted` });
    await waitFor(() => expect(document.activeElement).toBe(place));
    press(within(place), /^Undo/);
    await waitFor(async () => expect(await ids()).toEqual(before));
    expect(await device.waiting()).toEqual([]);
    await waitFor(() =>
      expect(document.activeElement).toBe(list.getByRole('button', { name: `Edit ${title}` })),
    );
  });

  it('E14 FORM-5: stay where they are when the device is full, with the reason beside them', async () => {
    const list = await openList();
    answer(true);
    const filled = device.fill();
    press(list, `Delete ${title}`);
    await toast(failedWords(form, 'delete', full));
    expect((await list.findByRole('alert')).textContent).toBe(
      `“${title}” was not deleted. ${full}`,
    );
    const at = await formOf(`New ${form.one}`);
    type(at, typed);
    press(at, `Add ${form.button}`);
    await toast(failedWords(form, 'add', full));
    expect((await at.findByRole('alert')).textContent).toBe(
      `${full} What you typed is still here.`,
    );
    for (const [label, text] of Object.entries(typed)) expect(field(at, label).value).toBe(text);
    expect(await ids()).toEqual(rows.map(({ id }) => id).sort());
    filled.mockRestore();
    press(at, `Add ${form.button}`);
    await toast(doneWords(form, 'add'));
    expect(at.queryByRole('alert')).toBeNull();
  });
});
