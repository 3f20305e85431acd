import { expect, it } from 'vitest';
import { openInForm } from '../../src/content/form/open-in-form.ts';
import { openEditor } from '../../src/engine/outbox/editor.ts';
import { newDatabase } from '../support/device.ts';
import { friendRow } from '../support/rows.ts';

const { drafts } = openEditor(newDatabase());
const ada = friendRow({ name: 'Ada', role: 'poet' });
const at = (place: string) => drafts.at({ account: 'me', place, tab: 'only' });

it('a refused insert opens in the form for a new item', async () => {
  const values = { title: 'Chunking', description: 'By question', tags: ['rag'] };
  const change = { op: 'insert', table: 'learnings', id: 'a', values, blank: {} } as const;
  expect(await openInForm(drafts, 'me', change)).toBe('/admin?tab=learnings&edit=new-learnings');
  expect((await at('learnings/new')).own).toMatchObject({
    fields: { title: 'Chunking', tags: { added: ['rag'], typing: '' } },
    from: null,
  });
});

it('a refused update opens in the form of its item, and the earlier draft there is offered', async () => {
  const change = (role: string) =>
    ({
      op: 'update',
      table: 'friends',
      id: ada.id,
      values: { role },
      before: ada,
    }) as const;
  await openInForm(drafts, 'me', change('analyst'));
  expect(await openInForm(drafts, 'me', change('countess'))).toBe(
    `/admin?tab=ai-tools&edit=${ada.id}`,
  );
  expect(await at(`friends/${ada.id}`)).toMatchObject({
    own: { fields: { name: 'Ada', role: 'countess' }, from: { role: 'poet' } },
    offered: [{ fields: { role: 'analyst' }, isOpen: false }],
  });
});

it('a refused task opens on its board, and a deletion in no form', async () => {
  const values = { project_id: 'p', content: 'Fly', status: 'done', position: 3 };
  const change = { op: 'insert', table: 'tasks', id: 't', values, blank: {} } as const;
  expect(await openInForm(drafts, 'me', change)).toBe('/projects/p');
  expect((await at('tasks/new p')).own).toMatchObject({
    fields: { content: 'Fly', status: 'done' },
  });
  const gone = { op: 'delete', table: 'friends', id: ada.id, before: ada } as const;
  expect(await openInForm(drafts, 'me', gone)).toBeNull();
});
