import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { memoryOf } from '../../../src/engine/mirror/memory.ts';
import { openDashboard } from '../../support/dashboard.tsx';
import { commentaryRow, projectRow, taskRow } from '../../support/rows.ts';
import { newDevice, press, toast } from '../../support/site.tsx';

/** Rows that a device has set aside, as the dashboard tells of them. */

const card = () => screen.findByRole('region', { name: 'Left out' });

describe('MOVE-34: values that the site does not know', () => {
  it('are mended for all rows at once by an edit that waits, and Undo brings them back', async () => {
    const device = await newDevice();
    const paused = ['One', 'Two'].map((title) => projectRow({ title, status: 'paused' }));
    const other = projectRow({ title: 'Three', status: 'someday' });
    await device.arrive({ projects: [...paused, other, projectRow({ title: 'Fine' })] });
    await openDashboard(device, 'projects');
    const told = within(await card());
    expect(told.getByText(/have “paused” as “Status”/).parentElement?.textContent).toBe(
      '2 projects have “paused” as “Status”. “One”, “Two”',
    );
    expect(told.getByText(/has “someday”/).parentElement?.textContent).toBe(
      '1 project has “someday” as “Status”. “Three”',
    );
    const choices = told
      .getAllByRole('button', { name: /^Show 2 projects/ })
      .map((button) => button.getAttribute('aria-label'));
    expect(choices).toEqual([
      'Show 2 projects as just an idea at this point',
      'Show 2 projects as working on it',
      'Show 2 projects as donezo',
      'Show 2 projects as completed',
    ]);
    press(told, 'Show 2 projects as completed');
    await waitFor(() => expect(told.queryByText(/paused/)).toBeNull());
    await toast('Showing 2 projects as completed');
    expect((await device.rowsOf('projects')).map(({ title }) => title)).toContain('Two');
    const [edit] = await device.waiting();
    expect(edit).toMatchObject({
      label: 'Show 2 projects as completed',
      changes: paused.map(({ id }) => ({ op: 'update', id, values: { status: 'done' } })),
    });

    press(screen, 'Undo');
    await waitFor(() => expect(told.getByText(/have “paused”/)).toBeTruthy());
    await memoryOf(device.database).load([]);
    expect(await device.waiting()).toEqual([]);
  });

  it('are left empty where a column may be, and else led to the table editor', async () => {
    const device = await newDevice();
    await device.arrive({
      commentaries: [commentaryRow({ title: 'Old', created_at: 'infinity' })],
      tasks: [taskRow({ content: 'Task', status: 'blocked', position: 'first' as never })],
    });
    await openDashboard(device, 'commentary');
    const told = within(await card());
    expect(
      told.getAllByText('Something else of them doesn’t fit, too.', { exact: false }),
    ).toHaveLength(2);
    press(told, 'Show 1 commentary without “Added”');
    await waitFor(() => expect(told.queryByText(/infinity/)).toBeNull());
    expect((await device.waiting())[0]).toMatchObject({
      changes: [{ values: { created_at: null } }],
    });
  });

  it('are not all shown at once where there are very many', async () => {
    const device = await newDevice();
    const projects = Array.from({ length: 10 }, (_, i) => projectRow({ status: `state ${i}` }));
    await device.arrive({ projects });
    await openDashboard(device, 'projects');
    const told = within(await card());
    expect(told.getAllByRole('listitem')).toHaveLength(8);
    expect(told.getByText('2 more values will follow.')).toBeTruthy();
  });

  it('are not spoken of where there are none', async () => {
    const device = await newDevice();
    await device.arrive({ projects: [projectRow()] });
    await openDashboard(device, 'projects');
    expect(screen.queryByRole('region', { name: 'Left out' })).toBeNull();
  });
});
