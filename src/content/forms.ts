import { commentaryForm } from './commentaries/commentary-form.ts';
import type { AnyForm } from './form/form.ts';
import { friendForm } from './friends/friend-form.ts';
import { learningForm } from './learnings/learning-form.ts';
import { projectForm } from './projects/project-form.ts';
import { resourceForm } from './resources/resource-form.ts';
import { toolForm } from './tools/tool-form.ts';
import { trackForm } from './tracks/track-form.ts';

/** Where each form is in the dashboard: the tab's id in its address. */
const places: readonly { readonly tab: string; readonly form: AnyForm }[] = [
  { tab: 'commentary', form: commentaryForm },
  { tab: 'projects', form: projectForm },
  { tab: 'music', form: trackForm },
  { tab: 'resources', form: resourceForm },
  { tab: 'ai-tools', form: toolForm },
  { tab: 'ai-tools', form: friendForm },
  { tab: 'learnings', form: learningForm },
];

/** The form of a table and the tab of the dashboard that it is in; null where it has none. */
export function formPlace(table: string): { tab: string; form: AnyForm } | null {
  return places.find(({ form }) => form.kind.table === table) ?? null;
}

/** What the dashboard's address says of a form that is open: a row's id, or that something new is being added. */
export function editOf(table: string, id: string | null): string {
  return id ?? `new-${table}`;
}
