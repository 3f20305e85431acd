import type { AnyColumn, AnyKind, BaseRow, Columns } from '../../engine/index.ts';
import { shownPicturesIn } from '../markdown/pictures-in.ts';

/** The pictures that rows name: in fields, and in texts. */

/** A kind with its rows on this device. */
export interface KindRows {
  readonly kind: AnyKind;
  readonly rows: readonly BaseRow[];
}

/** Where a row names a picture. */
export interface Naming {
  readonly kind: AnyKind;
  readonly row: BaseRow;
  readonly column: string;
  /** The markup of a text; null in a field for a picture. */
  readonly markup: Markup | null;
  /** In a text, whether it is there without alternative text. In a field the item's own name is beside it. */
  readonly isWordless: boolean;
}

type Markup = Parameters<typeof shownPicturesIn>[1];

/** By the address as it is stored, in the order of the rows. */
export function namedPictures(all: readonly KindRows[]): ReadonlyMap<string, readonly Naming[]> {
  const found = new Map<string, Naming[]>();
  for (const { kind, rows } of all) {
    for (const row of rows) {
      const values = kind.filled(row) as unknown as Columns;
      for (const [column, definition] of Object.entries<AnyColumn>(kind.columns)) {
        for (const { address, ...how } of namedIn(definition, values[column]))
          found.set(address, [...(found.get(address) ?? []), { kind, row, column, ...how }]);
      }
    }
  }
  return found;
}

function namedIn(
  column: AnyColumn,
  value: unknown,
): readonly ({ readonly address: string } & Pick<Naming, 'markup' | 'isWordless'>)[] {
  if (typeof value !== 'string' || value.trim() === '') return [];
  if (column.sort === 'picture')
    return [{ address: value.trim(), markup: null, isWordless: false }];
  const markup = 'markup' in column ? column.markup : undefined;
  if (column.sort !== 'text' || markup === undefined) return [];
  const shown = shownPicturesIn(value, markup);
  return [...new Set(shown.map(({ address }) => address))].map((address) => ({
    address,
    markup,
    isWordless: shown.some((it) => it.address === address && it.words === ''),
  }));
}
