import { isDeepStrictEqual } from 'node:util';

/** What one readership follows: admins everything, by `version`; everybody else what is shown, by `shown_version`. */

type Row = Record<string, unknown>;

/** A row's place in the history that devices follow. */
export interface Member {
  readonly version: number;
  /** Null for a tombstone. */
  readonly row: Row | null;
}

/** The change index as one readership is told it. */
export class Stream {
  /** As it is now, by table and id. */
  readonly index = new Map<string, Member>();
  /** Every state that a row ever had, by table and id, and by table, id and version. */
  private readonly past = new Map<string, Row[]>();
  /** Versions that one transaction wrote together. */
  together: number[][] = [];
  /** The highest version that was ever seen. */
  newest = 0;
  /** The version at which every device ends: the highest one that exists, or that was forgotten. */
  head = 0;

  constructor(readonly readers: 'admins' | 'everybody') {}

  /** Notes a row with a version that may be new. */
  see(key: string, member: Member): void {
    const { version, row } = member;
    this.index.set(key, member);
    this.newest = Math.max(this.newest, version);
    if (row === null) return;
    for (const place of [key, `${key}@${version}`]) this.note(place, row);
  }

  private note(place: string, row: Row): void {
    const states = this.past.get(place) ?? [];
    if (!states.some((state) => isDeepStrictEqual(state, row))) states.push(row);
    this.past.set(place, states);
  }

  /** Rows that the index has no more were forgotten. */
  forget(here: ReadonlySet<string>): void {
    const forgotten = [...this.index.keys()].filter((key) => !here.has(key));
    for (const key of forgotten) this.index.delete(key);
    if (forgotten.length === 0) return;
    // A device that starts anew afterwards is not told of them, and may stop at any point in between.
    const there = new Set([...this.index.values()].map(({ version }) => version));
    this.together = this.together.map((them) => them.filter((version) => there.has(version)));
  }

  /** The states of a row with this version: more than one if it was changed past the triggers. None for one that never was. */
  statesAt(key: string, version: number): readonly Row[] {
    return this.past.get(`${key}@${version}`) ?? [];
  }

  /** All states that a row ever had. */
  statesOf(key: string): readonly Row[] {
    return this.past.get(key) ?? [];
  }

  /** A column of a table has another name, in its rows of all versions. */
  rename(table: string, from: string, to: string): void {
    for (const [place, states] of this.past) {
      if (!place.startsWith(`${table}/`)) continue;
      const renamed = states.map((state) => {
        const { [from]: value, ...others } = state;
        return value === undefined ? state : { ...others, [to]: value };
      });
      // Devices that have slept since hold rows as they once were.
      const isOfVersion = place.includes('@');
      this.past.set(place, isOfVersion ? renamed : [...states, ...renamed]);
    }
  }
}

/** Whether a row is exactly one of these states. */
export function isAmong(states: readonly Row[], row: object | undefined): boolean {
  return states.some((state) => isDeepStrictEqual(state, row));
}
