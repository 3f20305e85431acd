import type { Naming } from '../../content/pictures/named-pictures.ts';
import type { StoredList } from '../../engine/index.ts';
import type { Instant } from '../../lib/millis.ts';
import { sitePicture, withoutCard } from '../../lib/site-picture.ts';
import { webAddress } from '../../lib/web-address.ts';

/**
 * All pictures that the site names and all in its bucket, once each (PICTURE-10). Whether one could be cleared, the first line that
 * applies; only the last two need to be known of the server:
 *
 * | standing | when |
 * |---|---|
 * | `used` | a row of this device names it, or the site's own settings |
 * | `waits` | an edit or a draft of this device names it |
 * | `not-stored` | the server was not asked, or does not have it: there is nothing to clear |
 * | `row`, `past`, `lately` | the server says that one of them names it (engine/stored-pictures.ts) |
 * | `young` | it was stored within the last 30 days: an edit on another device may name it |
 * | `not-known` | the database is too old to say what names it |
 * | `unused` | none of these: it can be cleared |
 */
export interface HousePicture {
  /** Its address as rows have it. */
  readonly id: string;
  readonly sort: 'own' | 'file' | 'elsewhere';
  readonly standing: Standing;
  readonly namings: readonly Naming[];
  /** With its file for cards; null if it is not known. */
  readonly bytes: number | null;
  /** When it was stored. */
  readonly at: Instant | null;
  /** What the bucket has of it. */
  readonly files: readonly string[];
}

export type Standing =
  | 'used'
  | 'waits'
  | 'not-stored'
  | 'row'
  | 'past'
  | 'lately'
  | 'young'
  | 'not-known'
  | 'unused';

/** As the policy of the bucket has it (supabase/migrations/20261128100000_unused_pictures.sql). */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

export function housePictures({
  named,
  namedHere,
  stored,
  now,
}: {
  named: ReadonlyMap<string, readonly Naming[]>;
  /** The names of files that edits, drafts and the site's settings name. */
  namedHere: { readonly waiting: ReadonlySet<string>; readonly bySite: ReadonlySet<string> };
  /** Null while the server has not told. */
  stored: StoredList | null;
  now: Instant;
}): readonly HousePicture[] {
  const inBucket = storedByPath(stored);
  const addresses = new Set([...named.keys(), ...inBucket.keys()]);
  return [...addresses].map((id) => {
    const namings = named.get(id) ?? [];
    const held = inBucket.get(id);
    const name = id.slice(1);
    function standing(): Standing {
      if (namings.length > 0 || namedHere.bySite.has(name)) return 'used';
      if (namedHere.waiting.has(name)) return 'waits';
      if (stored === null || held === undefined) return 'not-stored';
      if (stored.uses === null) return 'not-known';
      const use = stored.uses[id.slice('/pictures/'.length).slice(0, 32)];
      return use ?? (held.at > now - KEPT_MS ? 'young' : 'unused');
    }
    return {
      id,
      sort: sitePicture(id) !== null ? 'own' : webAddress(id) !== null ? 'elsewhere' : 'file',
      standing: standing(),
      namings,
      bytes: held?.bytes ?? null,
      at: held?.at ?? null,
      files: held?.files ?? [],
    };
  });
}

interface Held {
  readonly bytes: number;
  readonly at: Instant;
  readonly files: readonly string[];
}

/** The bucket's pictures by their paths; a file for cards belongs to its picture. What is no picture of the site is not ours. */
function storedByPath(stored: StoredList | null): ReadonlyMap<string, Held> {
  const found = new Map<string, Held>();
  for (const { name, bytes, at } of stored?.files ?? []) {
    const path = `/pictures/${withoutCard(name)}`;
    if (sitePicture(path) === null) continue;
    const before = found.get(path) ?? { bytes: 0, at: 0, files: [] };
    found.set(path, {
      bytes: before.bytes + bytes,
      at: Math.max(before.at, Date.parse(at)),
      files: [...before.files, name],
    });
  }
  return found;
}

/** By what the list is narrowed. */
export type PictureFilter = 'wordless' | 'unused' | 'elsewhere';

export function isPictureFilter(value: string): value is PictureFilter {
  return value === 'wordless' || value === 'unused' || value === 'elsewhere';
}

export function isShownBy(filter: PictureFilter, picture: HousePicture): boolean {
  switch (filter) {
    case 'wordless':
      return picture.namings.some(({ isWordless }) => isWordless);
    case 'unused':
      return picture.standing !== 'used';
    case 'elsewhere':
      return picture.sort === 'elsewhere';
    default:
      return filter satisfies never;
  }
}
