import {
  type BaseRow,
  type Change,
  type Columns,
  milliseconds,
  NOW,
  update,
} from '../../engine/index.ts';
import { publicationOf } from '../publication.ts';
import type { AnyForm, MembersField } from './form.ts';
import { canBeKeptBack, withPublication } from './publishing.ts';

/**
 * What is kept back with an item goes out with it, in the same edit:
 *
 * | the item, not out yet | a draft that belongs to it | what is scheduled for its time | all else |
 * |---|---|---|---|
 * | is published | is published | is published | stays |
 * | is scheduled | is scheduled for its time | is scheduled for its new time | stays |
 * | becomes a draft again | stays one | becomes a draft | stays |
 *
 * An item that is out takes nothing along: what belongs to it stands in lists of its own, and what is kept back there is kept back on
 * purpose.
 */

/** The publication of an item in an edit of it. */
export interface ItemInEdit {
  /** The item before; null for a new one. */
  readonly before: BaseRow | null;
  readonly change: Change;
}

/** From when readers see the item after the edit; null for never. */
function timeAfter({ before, change }: ItemInEdit): string | null {
  const values: Columns = 'values' in change ? change.values : {};
  if ('published_at' in values) return values.published_at as string | null;
  // The server publishes a new row of which nothing else is said.
  return before === null ? NOW : publishedAtOf(before);
}

function publishedAtOf(row: BaseRow): string | null {
  return (row as { published_at?: string | null }).published_at ?? null;
}

function standingAt(time: string | null) {
  return publicationOf(milliseconds(time), Date.now());
}

/** Whether something that belongs to the item goes out with it. */
function isAlong(of: AnyForm, before: BaseRow | null, member: BaseRow): boolean {
  if (!canBeKeptBack(of)) return false;
  const from = before === null ? null : publishedAtOf(before);
  const time = publishedAtOf(member);
  if (standingAt(from) === 'published' || standingAt(time) === 'published') return false;
  return time === null || milliseconds(time) === milliseconds(from);
}

/** How many of what belongs to an item go out with it. @param made the number of new ones */
export function countAlong(
  of: AnyForm,
  item: BaseRow | null,
  made: number,
  members: readonly BaseRow[],
): number {
  const isOut = item !== null && standingAt(publishedAtOf(item)) === 'published';
  if (isOut || !canBeKeptBack(of)) return 0;
  return made + members.filter((member) => isAlong(of, item, member)).length;
}

/** The columns that put it out with the item; null if it stays as it is. */
export function columnsAlong(of: AnyForm, item: ItemInEdit, member: BaseRow): Columns | null {
  const to = timeAfter(item);
  const isSame =
    item.before !== null && milliseconds(publishedAtOf(item.before)) === milliseconds(to);
  const isIdle = publishedAtOf(member) === null && to === null;
  if (isSame || isIdle || !isAlong(of, item.before, member)) return null;
  return withPublication({ published_at: to }, member, null);
}

/** The columns of a new one, which is kept back for as long as the item. */
export function columnsOfMade(of: AnyForm, item: ItemInEdit): Columns {
  const to = timeAfter(item);
  if (!canBeKeptBack(of) || standingAt(to) === 'published') return {};
  return { published_at: to, created_at: to };
}

/** What goes out with an item that is published, or comes back with it, where nothing else of its members changes. */
export function changesAlong(
  { of, by }: MembersField,
  item: ItemInEdit,
  members: readonly BaseRow[],
): readonly Change[] {
  return members
    .filter((member) => (member as unknown as Columns)[by] === item.change.id)
    .flatMap((member) => {
      const columns = columnsAlong(of, item, member);
      return columns === null ? [] : update(of.kind, member.id, columns);
    });
}
