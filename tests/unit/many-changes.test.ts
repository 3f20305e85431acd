import { expect, it } from 'vitest';
import { changesOfMany } from '../../src/content/form/many-at-once.ts';
import { learningForm } from '../../src/content/learnings/learning-form.ts';
import { learningRow } from '../support/rows.ts';

it('BULK-2: a row that belongs to the project already is not changed', () => {
  const field = learningForm.fields.find((it) => it.column === 'project_id');
  if (field?.input !== 'item') throw new Error('learnings have no field for a project');
  const [there, elsewhere, nowhere] = ['p', 'q', null].map((project_id) =>
    learningRow({ project_id }),
  );
  const changed = (to: string | null) =>
    changesOfMany(
      learningForm,
      { does: 'refer', field, to },
      [there, elsewhere, nowhere].flatMap((row) => row ?? []),
      Date.parse('2026-01-01T00:00:00Z'),
    ).map(({ id }) => id);
  expect(changed('p')).toEqual([elsewhere?.id, nowhere?.id]);
  expect(changed(null)).toEqual([there?.id, elsewhere?.id]);
});
