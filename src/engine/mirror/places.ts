import { compareOrder } from '../define.ts';
import type { Mutation } from '../mutation.ts';
import { itemOf, type Member, toMember } from './collection.ts';
import type { Memory } from './memory.ts';
import { type Content, matches, type Query, questionOf, toContent } from './query.ts';

/** A place in a list: an item, or a deleted item that can still be taken back. */
export interface Place<Item> {
  readonly item: Item;
  /** The deletion while it is held; null for an existing item. */
  readonly deletion: Mutation | null;
}

/**
 * The results of queries, with the signed-in account's held deletions in their places. Rows and edits are of the same
 * moment, so that no list shows a deleted row neither as a row nor as an Undo.
 *
 * @returns a function whose answer is undefined until the device has been read, and the same object until it changes
 */
export function placesIn(
  memory: Memory,
): <Item>(query: Query<Item>) => Content<Place<Item>> | undefined {
  const last = new Map<string, { of: readonly unknown[]; content: Content<Place<unknown>> }>();
  /** By item. */
  const existing = new WeakMap<object, Place<unknown>>();

  function placeOf(item: object): Place<unknown> {
    const known = existing.get(item) ?? { item, deletion: null };
    existing.set(item, known);
    return known;
  }

  return <Item>(query: Query<Item>) => {
    const { about } = memory;
    const found = memory.collection(query.kind)?.find(query);
    if (found === undefined || about === undefined) return undefined;
    const deleted = deletionsIn(memory, found, query);
    const held = deleted.flatMap(({ deletion: { id, heldUntil } }) => [id, heldUntil]);
    const of = [found, about.position.complete, about.status.failures, about.status.phase, ...held];
    const question = questionOf(query);
    const before = last.get(question);
    const isSame = before?.of.length === of.length && of.every((one, i) => one === before.of[i]);
    if (isSame) return before.content as Content<Place<Item>>;
    const places = [
      ...found
        .slice(0, query.limit)
        .map((member) => ({ member, place: placeOf(itemOf(query.kind, member) as object) })),
      ...deleted.map(({ member, deletion }) => ({
        member,
        place: { item: itemOf(query.kind, member), deletion },
      })),
    ].sort((a, b) => compareOrder(a.member.order, b.member.order));
    const items = places.map(({ place }) => place);
    const content = toContent(items, about.position, about.status);
    last.set(question, { of, content });
    return content as Content<Place<Item>>;
  };
}

/** The rows that held deletions have taken from what a query finds. */
function deletionsIn<Item>(
  { pending }: Memory,
  found: readonly Member[],
  query: Query<Item>,
): { member: Member; deletion: Mutation }[] {
  const held = pending.filter(({ sent, heldUntil }) => !sent && heldUntil !== null);
  const deletions = held.flatMap((deletion) =>
    deletion.changes.flatMap((change) => {
      if (change.op !== 'delete' || change.table !== query.kind.table || change.before === null)
        return [];
      return [{ member: toMember(query.kind, change.before), deletion }];
    }),
  );
  return deletions.filter(
    ({ member }) => matches(member, query) && !found.some(({ id }) => id === member.id),
  );
}
