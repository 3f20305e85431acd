import type { Kind } from '../define.ts';
import type { Query } from './content.ts';
import type { MirrorRecord } from './database.ts';

/** All rows of a kind, or the first `limit`, in the order its definition gives. */
export function list<Item>(
  // biome-ignore lint/suspicious/noExplicitAny: the row type stays inside the kind
  kind: Kind<any, Item, any>,
  limit?: number,
): Query<Item> {
  return limit === undefined ? { kind } : { kind, limit };
}

/** The rows that a lookup of the kind finds, e.g. `find(tasks, 'project', id)`. */
export function find<Item, Lookup extends string>(
  // biome-ignore lint/suspicious/noExplicitAny: the row type stays inside the kind
  kind: Kind<any, Item, Lookup>,
  lookup: NoInfer<Lookup>,
  is: string,
): Query<Item> {
  return { kind, where: { lookup, is } };
}

/** The row with this id, as a list of one or none. */
export function byId<Item>(
  // biome-ignore lint/suspicious/noExplicitAny: the row type stays inside the kind
  kind: Kind<any, Item, any>,
  id: string,
): Query<Item> {
  return { kind, where: { lookup: 'id', is: id } };
}

/** Whether a query finds a record. */
export function matches<Item>(record: MirrorRecord, { where }: Query<Item>): boolean {
  if (where === undefined) return true;
  return (where.lookup === 'id' ? record.id : record.by[where.lookup]) === where.is;
}
