import { commentaryForm } from './commentaries/commentary-form.ts';
import type { AnyForm, DashboardTab } from './form/form.ts';
import type { KindWords } from './form/kind-words.ts';
import { friendForm } from './friends/friend-form.ts';
import type { KindName, registry } from './kinds.ts';
import { learningForm } from './learnings/learning-form.ts';
import { profileWords } from './profile/profile-form.ts';
import { projectForm } from './projects/project-form.ts';
import { resourceForm } from './resources/resource-form.ts';
import { taskWords } from './tasks/task-words.ts';
import { toolForm } from './tools/tool-form.ts';
import { trackForm } from './tracks/track-form.ts';

/**
 * The form of every kind, or its words if it is edited outside of the dashboard. In the order of the dashboard's
 * tabs; the first is the default.
 */
const all: { readonly [Name in KindName]: WordsOf<(typeof registry)[Name]['table']> } = {
  commentaries: commentaryForm,
  projects: projectForm,
  tracks: trackForm,
  resources: resourceForm,
  tools: toolForm,
  friends: friendForm,
  learnings: learningForm,
  tasks: taskWords,
  profile: profileWords,
};

type WordsOf<Table extends string> = KindWords & { readonly kind: { readonly table: Table } };

const byTable: ReadonlyMap<string, KindWords> = new Map(
  Object.values<KindWords>(all).map((words) => [words.kind.table, words]),
);

/** The words for a table's kind; null if this version of the site does not know it. */
export function kindWords(table: string): KindWords | null {
  return byTable.get(table) ?? null;
}

/** The form for a table; null if it has none. */
export function formOf(table: string): AnyForm | null {
  const words = kindWords(table);
  return words !== null && isForm(words) ? words : null;
}

export interface TabWithForms extends DashboardTab {
  readonly forms: readonly AnyForm[];
}

/** The dashboard's tabs, each with its forms. */
export function dashboardTabs(): readonly TabWithForms[] {
  const forms = Object.values<KindWords>(all).filter(isForm);
  const tabs = new Map(forms.map(({ tab }) => [tab.id, tab]));
  return [...tabs.values()].map((tab) => ({
    ...tab,
    forms: forms.filter((form) => form.tab.id === tab.id),
  }));
}

/** The form of the writing view at `/admin/<section>/<id>`, by the id of its tab; null if there is none. */
export function writtenForm(section: string): AnyForm | null {
  const tab = dashboardTabs().find(({ id }) => id === section);
  return tab?.forms.find(({ writes }) => writes !== undefined) ?? null;
}

/** The address of the writing view; null if the form has none. @param id null for a new row */
export function writingAddress({ writes, tab }: AnyForm, id: string | null): string | null {
  return writes === undefined ? null : `/admin/${tab.id}/${id ?? NEW}`;
}

/** How the writing view's address names a row that is not there yet. */
export const NEW = 'new';

/** What follows it if pictures wait that were shared to the site (features/writing/use-shared-files.ts). */
export const SHARED = '?shared';

function isForm(words: KindWords): words is AnyForm {
  return 'fields' in words;
}

/** How the dashboard's address names an open form: by the row's id, or by a marker for a new row. */
export function editOf(table: string, id: string | null): string {
  return id ?? `new-${table}`;
}
