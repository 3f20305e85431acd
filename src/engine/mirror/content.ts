import { itemOf } from './collection.ts';
import type { Memory } from './memory.ts';
import { type Content, type Query, questionOf, toContent } from './query.ts';

/**
 * The results of queries.
 *
 * @returns a function whose answer is undefined until the device has been read, and the same object until it changes
 */
export function contentsIn(
  memory: Memory,
): <Item>(query: Query<Item>) => Content<Item> | undefined {
  type Last = Map<string, { found: readonly unknown[]; content: Content<unknown> }>;
  /** By kind: two of one table have other items. */
  const lastOf = new WeakMap<object, Last>();
  return <Item>(query: Query<Item>) => {
    const { about } = memory;
    const collection = memory.collection(query.kind);
    if (about === undefined || collection === undefined) return undefined;
    const last: Last = lastOf.get(query.kind) ?? new Map();
    lastOf.set(query.kind, last);
    const question = questionOf(query);
    const before = last.get(question);
    const found = collection.find(query);
    const isSame = before?.found === found && found.length > 0;
    if (isSame) return before.content as Content<Item>;
    const items = found.slice(0, query.limit).map((member) => itemOf(query.kind, member));
    // An unreadable row cannot be matched against a lookup.
    const aside = query.where === undefined ? about.malformed : [];
    const unreadable = aside.filter((table) => table === query.kind.table).length;
    const now = toContent(items, about.position, about.status, unreadable);
    const content = before !== undefined && isAlike(before.content, now) ? before.content : now;
    last.set(question, { found, content });
    return content as Content<Item>;
  };
}

function isAlike(a: Content<unknown>, b: Content<unknown>): boolean {
  if (a.state === 'ready' && b.state === 'ready') {
    const { items } = b;
    return a.items.length === items.length && a.items.every((item, i) => item === items[i]);
  }
  if (a.state === 'unreadable' && b.state === 'unreadable') return a.count === b.count;
  return a.state === b.state;
}
