import { expect, it } from 'vitest';
import { dashboardTabs } from '../../src/content/forms.ts';
import { filtersOf } from '../../src/features/dashboard/row-filter.ts';

it('FIND-2: a list has the filters that its kind has', () => {
  const forms = dashboardTabs().flatMap((tab) => tab.forms);
  const names = forms.map((form) => [form.many, filtersOf(form).map(({ name }) => name)]);
  expect(Object.fromEntries(names)).toEqual({
    commentaries: ['state', 'picture'],
    projects: ['state', 'picture'],
    tracks: [],
    resources: ['state', 'tag', 'learning', 'picture'],
    'AI tools': ['state', 'tag', 'picture'],
    friends: ['picture'],
    learnings: ['state', 'tag', 'project'],
  });
});
