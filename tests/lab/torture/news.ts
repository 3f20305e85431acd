import { Dexie, type ObservabilitySet, RangeSet } from 'dexie';

/**
 * What the tabs of a device hear of each other's commits. Dexie tells the tabs of a browser by a channel, and all databases of
 * one name in a page at once. Here all tabs are in one page: to Dexie the database of each has a name of its own, and the news
 * is carried from one to the others. So it can be late, come twice, or be lost on the way to one of them.
 */
export class Hearing {
  /** The name of the tab's database, as Dexie's news has it. */
  readonly name: string;
  /** What was told and has not come; null while everything comes at once. */
  private missed: ObservabilitySet[] | null = null;
  /** It has read nothing since it missed something. */
  private isStale = false;
  /** It has heard something late since somebody looked at it. */
  private heardLate = false;

  constructor(readonly device: string) {
    opened += 1;
    this.name = `${device} ${opened}`;
  }

  /** Whether there is anything that it can know nothing of. What it stores itself makes it read everything. */
  get isBehind(): boolean {
    return this.isStale;
  }

  /** Whether it has heard something late since this was asked last. */
  hasHeardLate(): boolean {
    const { heardLate } = this;
    this.heardLate = false;
    return heardLate;
  }

  /** From now on it hears nothing of the others. */
  fallBehind(): void {
    this.missed ??= [];
  }

  /**
   * It hears what it has missed, and everything from now on.
   *
   * @param twice each piece of news comes once more, when all have come
   */
  catchUp(twice = false): void {
    const missed = this.over();
    for (const parts of twice ? [...missed, ...missed] : missed) tell(parts);
  }

  /** What it has missed never comes. It hears that anything may have changed, as from Dexie when a page comes back. */
  startOver({ tables }: Dexie): void {
    this.over();
    const parts = tables.flatMap(({ name, schema }) => {
      const indexes = ['', ':dels', ...schema.indexes.map((index) => index.name)];
      return indexes.map((index) => `idb://${this.name}/${name}/${index}`);
    });
    tell(Object.fromEntries(parts.map((part) => [part, new RangeSet(-Infinity, [[]])])));
  }

  private over(): readonly ObservabilitySet[] {
    const missed = this.missed ?? [];
    this.missed = null;
    this.isStale = false;
    this.heardLate ||= missed.length > 0;
    return missed;
  }

  hear(parts: ObservabilitySet): void {
    this.missed?.push(parts);
    this.isStale = this.missed !== null;
    if (!this.isStale) tell(parts);
  }

  /** It has stored something itself, and reads all that is new. */
  hearItself(parts: ObservabilitySet): void {
    // Dexie also tells of a store that was written to without any change.
    const changed = Object.entries(parts).filter(([, range]) => 'from' in range);
    if (changed.some(([part]) => shown.includes(part.split('/')[3] ?? ''))) this.isStale = false;
  }
}

/** The stores that screens are fed from. */
const shown = ['pages', 'meta', 'malformed', 'outbox'];

/** Names are never used again: what still ends in a history that is over must hear nothing of the next. */
let opened = 0;

/** What is being told here is not to be carried further. */
let isTelling = false;

function tell(parts: ObservabilitySet): void {
  isTelling = true;
  try {
    Dexie.on.storagemutated.fire(parts);
  } finally {
    isTelling = false;
  }
}

/**
 * Carries the news of each commit to the other tabs of its device.
 *
 * @returns a function that ends it, and every live query that has begun since: the process of a tab takes its own with it, but
 *   here all are in one, where each later commit would ask each of them
 */
export function carryNews(hearings: () => readonly Hearing[]): () => void {
  const carry = (parts: ObservabilitySet) => {
    if (isTelling) return;
    const names = new Set(Object.keys(parts).map((part) => part.split('/')[2] ?? ''));
    for (const from of names) {
      // A database that has just been created is told of by its own name.
      const teller = hearings().find(({ name }) => name === from);
      teller?.hearItself(parts);
      const device = teller?.device ?? from;
      for (const to of hearings()) {
        if (to.device !== device || to.name === from) continue;
        const renamed = Object.entries(parts).map(([part, range]) => [
          part.replace(`//${from}/`, `//${to.name}/`),
          range,
        ]);
        queueMicrotask(() => to.hear(Object.fromEntries(renamed)));
      }
    }
  };
  // Dexie's types leave out who listens to this event.
  const storagemutated = Dexie.on.storagemutated as typeof Dexie.on.storagemutated & {
    subscribers: ((parts: ObservabilitySet) => unknown)[];
  };
  const before = new Set(storagemutated.subscribers);
  storagemutated.subscribe(carry);
  return () => {
    for (const listener of storagemutated.subscribers) {
      if (!before.has(listener)) storagemutated.unsubscribe(listener);
    }
  };
}
