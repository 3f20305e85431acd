import type { AnyColumn, Markup } from '../columns.ts';
import type { AnyKind } from '../define.ts';

/** Finds the addresses of the pictures that a text shows. The engine knows no markup, so the content says how. */
export type PicturesInText = (text: string, markup: Markup) => readonly string[];

/** The addresses of a row's pictures, as stored. */
export interface RowPictures {
  /** Of its columns. */
  readonly own: readonly string[];
  /** Of its texts. */
  readonly inTexts: readonly string[];
}

/** @param row a row, or what an edit gives it */
export function picturesOf(
  kind: AnyKind | undefined,
  row: object,
  inText: PicturesInText = () => [],
): RowPictures {
  const texts = (isWanted: (column: AnyColumn) => boolean) =>
    Object.entries<AnyColumn>(kind?.columns ?? {}).flatMap(([name, column]) => {
      const value: unknown = isWanted(column) ? (row as Record<string, unknown>)[name] : undefined;
      return typeof value === 'string' && value !== '' ? [{ column, value }] : [];
    });
  return {
    own: texts(({ sort }) => sort === 'picture').map(({ value }) => value),
    inTexts: texts((column) => 'showsPictures' in column && column.showsPictures === true).flatMap(
      ({ column, value }) =>
        'markup' in column && column.markup !== undefined ? inText(value, column.markup) : [],
    ),
  };
}

/** Each address once. Lists show the pictures of columns; those in texts, which may be many, come after them. */
export function picturesInOrder(all: readonly RowPictures[]): string[] {
  return [...new Set([...all.flatMap(({ own }) => own), ...all.flatMap(({ inTexts }) => inTexts)])];
}
