// @vitest-environment happy-dom
import { randomUUID } from 'node:crypto';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { pages } from '../../../src/app/pages.tsx';
import { capital, doneWords } from '../../../src/content/form/form.ts';
import { formOf as formOfTable } from '../../../src/content/forms.ts';
import { registry } from '../../../src/content/kinds.ts';
import { type AnyKind, compareOrder } from '../../../src/engine/index.ts';
import { kindNames, pageOf } from '../../../src/features/search/groups.ts';
import { ToastProvider } from '../../../src/ui/toast.tsx';
import {
  answer,
  arrive,
  database,
  field,
  formOf,
  openDashboard,
  press,
  type Row,
  toast,
  type,
  waiting,
} from '../../support/dashboard.tsx';
import { exampleRow } from '../../support/example-rows.ts';
import { show, synced } from '../../support/render.tsx';

/**
 * Properties of every kind's screens, derived from its columns: its line in the registry is enough for a new kind to be
 * tested.
 */

beforeEach(() => {
  answer(true);
});

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
});

describe('the dashboard', () => {
  it.each(withForm)('lists the %s, with a field for each column, and adds one', async (name) => {
    const kind: AnyKind = registry[name];
    const form = formOfTable(kind.table)!;
    const rows = rowsOf(kind);
    await arrive(database, { [kind.table]: rows });
    await openDashboard(database, form.tab.id);
    const heading = capital(form.many);
    const region = await screen.findByRole('region', { name: heading });
    const told = () => region.textContent ?? '';
    await waitFor(() => expect(told()).toContain(rows[0]?.[kind.name]));
    const text = told();
    const places = rows.map((row) => text.indexOf(String(row[kind.name])));
    expect(places).toEqual([...places].sort((a, b) => a - b));

    const at = await formOf(`New ${form.one}`);
    for (const { label } of form.fields) expect(at.getAllByLabelText(label)).not.toEqual([]);
    press(at, `Add ${form.button}`);
    expect(at.getByText(form.missing)).toBeTruthy();
    const required = form.fields.filter((it) => it.required);
    type(at, Object.fromEntries(required.map(({ label, column }) => [label, `New ${column}`])));
    const numbers = form.fields.filter(({ input }) => input === 'number' || input === 'date');
    for (const { label, input } of numbers)
      type(at, { [label]: input === 'number' ? '4.5' : '2026-03-01' });
    press(at, `Add ${form.button}`);
    await toast(doneWords(form, 'add'));
    await waitFor(() => expect(told()).toContain(`New ${kind.name}`));
    const [mutation] = await waiting(database);
    const change = mutation?.changes[0];
    expect(change).toMatchObject({ op: 'insert', table: kind.table });
    expect(change !== undefined && 'values' in change && change.values).toMatchObject(
      Object.fromEntries(
        numbers.map(({ column, input }) => [column, input === 'number' ? 4.5 : '2026-03-01']),
      ),
    );
    expect(field(at, required[0]?.label ?? '').value).toBe('');
  });
});
