import { draftPlace } from '../../engine/editing.ts';
import type {
  BaseRow,
  Columns,
  Drafts,
  DraftText,
  QueuedChange,
  Replaced,
} from '../../engine/index.ts';
import { editOf, formOf } from '../forms.ts';
import type { AnyForm } from './form.ts';
import { valuesOf } from './values.ts';

/**
 * Loads an edit into its form, as this tab's draft. The tab's present draft in that form is put aside and offered
 * there. The edit itself stays as it is.
 *
 * @param account the user whose draft it becomes
 * @param replaces the refused edit to remove when the form is saved
 * @returns the address of the open form; null if no form can hold the edit (a deletion, a move)
 * @throws {Failure}
 */
export async function openInForm(
  drafts: Drafts,
  account: string,
  change: QueuedChange,
  replaces?: Replaced,
): Promise<string | null> {
  const target = targetOf(change);
  if (target === null) return null;
  await drafts.give({ account, place: target.place }, { ...target.text, replaces });
  return target.address;
}

/** Whether a form can hold the edit. */
export function fitsAForm(change: QueuedChange): boolean {
  return targetOf(change) !== null;
}

interface Target {
  readonly place: string;
  readonly text: DraftText;
  readonly address: string;
}

function targetOf(change: QueuedChange): Target | null {
  if (change.op === 'delete') return null;
  return change.table === 'tasks' ? onBoard(change) : inDashboard(change);
}

function inDashboard(change: Exclude<QueuedChange, { op: 'delete' }>): Target | null {
  const form = formOf(change.table);
  if (form === null) return null;
  const isNew = change.op === 'insert';
  const before: Columns | null = isNew
    ? unfilled(form, change.blank)
    : (change.before as Columns | null);
  const row = { ...before, ...change.values, id: change.id } as BaseRow;
  const id = isNew ? null : change.id;
  return {
    place: draftPlace(change.table, id),
    text: {
      fields: valuesOf(form, row),
      from: isNew || change.before === null ? null : valuesOf(form, change.before),
    },
    address: `/admin?${new URLSearchParams({ tab: form.tab.id, edit: editOf(change.table, id) })}`,
  };
}

/** What a new row had before its form was filled in. The server still fills in what is left blank, such as its date. */
function unfilled({ kind }: AnyForm, blank: Columns): Columns {
  return Object.fromEntries(
    Object.entries(blank).filter(
      ([column]) => kind.columns[column]?.options.by !== 'form or server',
    ),
  );
}

function onBoard(change: Exclude<QueuedChange, { op: 'delete' }>): Target | null {
  const isNew = change.op === 'insert';
  const before: Columns = isNew ? {} : ((change.before ?? {}) as Columns);
  const { project_id: project, content, status } = { ...before, ...change.values } as Columns;
  if (typeof project !== 'string' || !('content' in change.values)) return null;
  return {
    place: draftPlace('tasks', isNew ? null : change.id, project),
    text: {
      fields: isNew ? { content, status } : { content },
      from: isNew ? null : { content: before.content },
    },
    address: `/projects/${project}`,
  };
}
