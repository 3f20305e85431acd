/**
 * The places of the longest part of a list that rises: what is not of it was moved.
 *
 * @param isBelow whether the first may stand before the second
 */
export function longestRise<Item>(
  list: readonly (Item | null)[],
  isBelow: (a: Item, b: Item) => boolean,
): ReadonlySet<number> {
  /** At which place the lowest end of a rise of each length is. */
  const ends: number[] = [];
  const before = new Map<number, number | undefined>();
  for (const [place, item] of list.entries()) {
    if (item === null) continue;
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const end = list[ends[middle] ?? -1];
      if (end !== null && end !== undefined && isBelow(end, item)) low = middle + 1;
      else high = middle;
    }
    before.set(place, ends[low - 1]);
    ends[low] = place;
  }
  const rise = new Set<number>();
  for (let place = ends.at(-1); place !== undefined; place = before.get(place)) rise.add(place);
  return rise;
}
