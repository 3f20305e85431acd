import * as v from 'valibot';
import { type BaseRow, type Change, type Columns, insert, update } from '../../engine/index.ts';
import { counted } from '../../lib/in-words.ts';
import { isInvisible } from '../../lib/invisible.ts';
import { uuid } from '../../lib/uuid.ts';
import type { AnyForm, Members, MembersField, Values } from './form.ts';
import { columnsAlong, columnsOfMade, type ItemInEdit } from './going-along.ts';

/**
 * What belongs to a row, by a column of its own: it is edited in the form of that row and saved with it, as one edit. The form only
 * holds what is to change, so what other devices do meanwhile is seen and stays.
 */

export const noMembers: Members = {
  put: [],
  off: [],
  made: [],
  typing: { title: '', address: '' },
};

export const membersSchema: v.GenericSchema<Members> = v.object({
  put: v.array(v.string()),
  off: v.array(v.string()),
  made: v.array(v.object({ id: v.string(), title: v.string(), address: v.string() })),
  typing: v.object({ title: v.string(), address: v.string() }),
});

export function sameMembers(a: Members, b: Members): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** The field of a form whose value is the members; undefined if it has none. */
export function membersFieldOf({ fields }: AnyForm): MembersField | undefined {
  return fields.find((field) => field.input === 'members');
}

/** Whether a row belongs to the one of this id. */
function belongsTo(field: MembersField, row: BaseRow, id: string | null): boolean {
  return id !== null && (row as unknown as Columns)[field.by] === id;
}

/** The rows that belong to one once the form is saved, in their order, without new ones. @param id null for a new row */
export function membersAfter<Row extends BaseRow>(
  field: MembersField,
  { put, off }: Members,
  id: string | null,
  rows: readonly Row[],
): readonly Row[] {
  return rows.filter(
    (row) => put.includes(row.id) || (belongsTo(field, row, id) && !off.includes(row.id)),
  );
}

export function withMember(value: Members, id: string): Members {
  const off = value.off.filter((it) => it !== id);
  // It was only to be taken off: then it stays where it is.
  return { ...value, off, put: off.length < value.off.length ? value.put : [...value.put, id] };
}

export function withoutMember(value: Members, id: string): Members {
  const put = value.put.filter((it) => it !== id);
  const made = value.made.filter((it) => it.id !== id);
  const isOwn = put.length === value.put.length && made.length === value.made.length;
  return { ...value, put, made, off: isOwn ? [...value.off, id] : value.off };
}

/** With the new one that is typed, if it has a title. */
export function withTypedMember(value: Members): Members {
  const { typing, made } = value;
  if (isInvisible(typing.title)) return value;
  const title = typing.title.trim();
  const one = { id: uuid(), title, address: typing.address.trim() };
  return { ...value, made: [one, ...made], typing: noMembers.typing };
}

/** What was to change, and what was to change after it. */
export function withLaterMembers(earlier: Members, later: Members): Members {
  const before = withTypedMember(earlier);
  const known = new Set(later.made.map(({ id }) => id));
  return {
    put: [...before.put.filter((id) => !later.off.includes(id)), ...later.put],
    off: [...before.off.filter((id) => !later.put.includes(id)), ...later.off],
    made: [
      ...later.made,
      ...before.made.filter(({ id }) => !known.has(id) && !later.off.includes(id)),
    ],
    typing: later.typing,
  };
}

/**
 * The changes of the rows that belong to the form's row, with what goes out with it (going-along.ts).
 *
 * @param rows those that are on this device: what was deleted meanwhile is not changed, and what is there is not added again
 */
export function membersChanges(
  form: AnyForm,
  values: Values,
  item: ItemInEdit,
  rows: readonly BaseRow[],
): readonly Change[] {
  const field = membersFieldOf(form);
  if (field === undefined) return [];
  const { of, by } = field;
  const { id } = item.change;
  const given = values[field.column];
  const value = v.is(membersSchema, given) ? given : noMembers;
  const { put, off, made } = withTypedMember(value);
  const ids = new Set(rows.map((row) => row.id));
  const changed = rows.flatMap((row) => {
    if (off.includes(row.id)) return update(of.kind, row.id, { [by]: null });
    const isPut = put.includes(row.id);
    if (!isPut && !belongsTo(field, row, id)) return [];
    const along = columnsAlong(of, item, row);
    const columns = { ...(isPut ? { [by]: id } : {}), ...along };
    return Object.keys(columns).length === 0 ? [] : update(of.kind, row.id, columns);
  });
  return [
    ...changed,
    ...made
      .filter((one) => !ids.has(one.id))
      .map((one) => {
        const columns = {
          ...field.made(one.title, one.address),
          ...columnsOfMade(of, item),
          [by]: id,
        };
        return insert(of.kind, columns, one.id);
      }),
  ];
}

/** `2 resources added, 1 taken off` */
export function membersInWords({ of: { one, many } }: MembersField, value: Members): string {
  const { put, off, made } = withTypedMember(value);
  const added = put.length + made.length;
  const words = [
    added === 0 ? null : `${counted(added, one, many)} added`,
    off.length === 0 ? null : `${counted(off.length, one, many)} taken off`,
  ];
  return words.filter((it) => it !== null).join(', ') || 'nothing';
}
