import { expect, it } from 'vitest';
import { viewLink } from '../../src/content/form/view-link.ts';
import { dashboardTabs } from '../../src/content/forms.ts';
import { learningForm } from '../../src/content/learnings/learning-form.ts';

const saved = { id: 'an-id', name: 'A & B' };

it('FORM-4: what was just saved is viewed where the site shows it, new or known; a kind that has no drafts has no such way', () => {
  const forms = dashboardTabs().flatMap((tab) => tab.forms);
  const ways = forms.flatMap((form) => {
    const link = viewLink(form, saved, []);
    return link === undefined ? [] : [[form.kind.table, link]];
  });
  const to = (address: string) => ({ label: 'View', about: 'A & B', to: address });
  expect(Object.fromEntries(ways)).toEqual({
    learnings: to('/learnings/an-id'),
    projects: to('/projects/an-id'),
    commentaries: to('/chatter#an-id'),
    ai_tools: to('/friends?q=A+%26+B'),
    resources: to('/resources'),
  });
  const other = { id: 'another', title: 'x', names: null, text: null, address: () => '/other' };
  const known = { ...other, id: saved.id, address: () => '/learnings/a-and-b' };
  expect(viewLink(learningForm, saved, [other, known])?.to).toBe('/learnings/a-and-b');
});
