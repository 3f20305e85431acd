import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { openDashboard } from '../../support/dashboard.tsx';
import { learningRow } from '../../support/rows.ts';
import {
  admin,
  type Device,
  field,
  formOf,
  newDevice,
  stopClock,
  toast,
} from '../../support/site.tsx';

/** Tags over all kinds, on the screen of an admin: counted, renamed, merged, and completed where they are typed. */

const at = '2026-03-01T09:00:00+00:00';
const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
const learnings = [
  learningRow({ id: id(1), title: 'L1', tags: ['github-actions', 'rag'] }),
  learningRow({ id: id(2), title: 'L2', tags: ['Github Actions'] }),
  learningRow({ id: id(3), title: 'L3', tags: ['github-actions'] }),
];
const resources = [
  {
    id: id(4),
    title: 'R',
    description: 'd',
    link_url: null,
    image_url: null,
    tags: 'rag,evals',
    type: 'text',
    Source: null,
    learning_id: null,
    created_at: at,
  },
];
const tools = [
  {
    id: id(5),
    name: 'T',
    bio: null,
    picture: null,
    hyperlink: 'https://t.example',
    tag: 'rag',
    created_at: at,
  },
];

let device: Device;
beforeEach(async () => {
  device = await newDevice({ rows: { learnings, resources, ai_tools: tools }, account: admin });
});
const choose = async (name: string | RegExp) =>
  fireEvent.click(await screen.findByRole('button', { name }));
const changes = async () =>
  (await device.waiting()).map((edit) =>
    Object.fromEntries(
      edit.changes.map((change) => [change.id.at(-1), 'values' in change && change.values]),
    ),
  );
const line = async (tag: string) =>
  (await screen.findByRole('button', { name: `Rename “${tag}”` })).closest('li')?.textContent;

describe('the page of tags', () => {
  it('counts each over all kinds', async () => {
    device.open('/admin/tags');
    expect(await line('rag')).toContain('1 resource, 1 AI tool, 1 learning');
    expect(await line('Github Actions')).toContain('1 learning');
  });

  it('LEARNINGS-9: leads from each count to the dashboard’s list of what has the tag', async () => {
    device.open('/admin/tags');
    await screen.findByRole('button', { name: 'Rename “rag”' });
    const addresses = (name: string) =>
      screen.getAllByRole('link', { name }).map((it) => it.getAttribute('href'));
    expect(addresses('1 resource')).toEqual([
      '/admin?tab=resources&tag=rag',
      '/admin?tab=resources&tag=evals',
    ]);
    expect(addresses('1 AI tool')).toEqual(['/admin?tab=ai-tools&tag=rag']);
    fireEvent.click(screen.getByRole('link', { name: '2 learnings' }));
    const list = await screen.findByRole('region', { name: 'Learnings' });
    await waitFor(() =>
      expect([...list.querySelectorAll('[data-row]')].map((it) => it.textContent)).toEqual([
        expect.stringContaining('L1'),
        expect.stringContaining('L3'),
      ]),
    );
  });

  it('renames a tag everywhere in one edit, which is taken back at once', async () => {
    stopClock();
    device.open('/admin/tags');
    await choose('Rename “rag”');
    fireEvent.change(screen.getByLabelText('New name of “rag”'), {
      target: { value: 'retrieval' },
    });
    await choose('Rename');
    await toast('“retrieval”: 3 items changed');
    expect(await changes()).toEqual([
      {
        1: { tags: ['github-actions', 'retrieval'] },
        4: { tags: 'retrieval,evals' },
        5: { tag: 'retrieval' },
      },
    ]);
    expect(await line('retrieval')).toContain('1 resource');
    await choose('Undo');
    await toast('As it was before');
    expect(await changes()).toEqual([]);
    expect(await line('rag')).toContain('1 resource');
  });

  it('says that another has the name, and makes both one', async () => {
    device.open('/admin/tags');
    await choose('Rename “rag”');
    fireEvent.change(screen.getByLabelText('New name of “rag”'), { target: { value: 'EVALS' } });
    await screen.findByText('“evals” is there already: both become one.');
    await choose('Merge');
    await toast('“EVALS”: 3 items changed');
    expect((await changes())[0]).toMatchObject({ 4: { tags: 'EVALS' } });
  });

  it('finds what may be meant as one, and merges it into the more common', async () => {
    device.open('/admin/tags');
    await screen.findByText('github-actions (2), Github Actions (1)');
    await choose('Merge into github-actions');
    await toast('“github-actions”: 1 item changed');
    expect(await changes()).toEqual([{ 2: { tags: ['github-actions'] } }]);
    await waitFor(() => expect(screen.queryByText('Meant as one?')).toBeNull());
  });

  it('gives the focus back when a renaming is left by Escape', async () => {
    device.open('/admin/tags');
    await choose('Rename “rag”');
    const input = await screen.findByLabelText('New name of “rag”');
    fireEvent.keyDown(input, { key: 'Escape' });
    const button = await screen.findByRole('button', { name: 'Rename “rag”' });
    await waitFor(() => expect(document.activeElement).toBe(button));
    expect(await changes()).toEqual([]);
  });

  it('gets no name of which nothing can be seen', async () => {
    device.open('/admin/tags');
    await choose('Rename “rag”');
    const input = await screen.findByLabelText('New name of “rag”');
    fireEvent.change(input, { target: { value: '\u200b\u3164' } });
    fireEvent.submit(input);
    await screen.findByRole('button', { name: 'Rename “rag”' });
    expect(await changes()).toEqual([]);
  });

  it('is shown to nobody else', async () => {
    await device.signIn(null);
    device.open('/admin/tags');
    await screen.findByText('Only admins can see this.');
  });
});

describe('where tags are typed', () => {
  const offered = (input: HTMLInputElement) =>
    [
      ...(input.list?.options ??
        document.getElementById(input.getAttribute('list') ?? '')?.children ??
        []),
    ].map((option) => (option as HTMLOptionElement).value);

  it('those of all kinds are offered, but for those that the item has', async () => {
    await openDashboard(device, 'learnings', { edit: id(2) });
    const form = await formOf('Edit learning');
    const input = field(form, 'Tags (Optional)');
    await waitFor(() => expect(offered(input)).toEqual(['rag', 'github-actions', 'evals']));
  });

  it('one that is there in another spelling takes that, added or left', async () => {
    await openDashboard(device, 'resources');
    const form = await formOf('New resource');
    const input = field(form, 'Tags (Optional)');
    await waitFor(() => expect(offered(input).length).toBeGreaterThan(0));
    fireEvent.change(input, { target: { value: 'GitHub_Actions' } });
    fireEvent.keyDown(input, { key: 'Enter' });
    await form.findByRole('button', { name: 'Remove tag github-actions' });
    fireEvent.change(input, { target: { value: 'new, RAG' } });
    act(() => input.focus());
    fireEvent.blur(input);
    await waitFor(() => expect(input.value).toBe('new, rag'));
  });

  it('the one tag of a tool is offered, too', async () => {
    await openDashboard(device, 'ai-tools');
    const form = within(await screen.findByRole('form', { name: 'New AI tool' }));
    const input = field(form, 'Tag');
    await waitFor(() => expect(offered(input)).toContain('evals'));
    fireEvent.change(input, { target: { value: 'Evals' } });
    fireEvent.blur(input);
    await waitFor(() => expect(input.value).toBe('evals'));
  });
});
