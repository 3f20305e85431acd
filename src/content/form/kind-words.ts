import type { AnyColumn, AnyKind, DefinedKind, FilledBy, KindColumns } from '../../engine/index.ts';

/** The admin's words for a kind and its columns, in a file of their own so that visitors do not download them. */
export interface KindWords {
  readonly kind: AnyKind;
  /** As in a sentence: `AI tool`, `AI tools`. */
  readonly one: string;
  readonly many: string;
  /** The label of each column. */
  readonly labels: ReadonlyMap<string, string>;
  /** Columns whose values mean nothing to people. */
  readonly unsaid: readonly string[];
}

/** A kind with its columns, for words and forms that name them. */
// biome-ignore lint/suspicious/noExplicitAny: the kind's items as screens see them do not matter here
export type KindWith<C extends KindColumns> = DefinedKind<string, C, any, any>;

/** The columns of a kind by what fills them. */
export type ColumnsBy<C, By extends FilledBy> = {
  [Name in keyof C & string]: ByOf<C[Name]> extends By ? Name : never;
}[keyof C & string];
type ByOf<Column> = Column extends { options: { by: infer By extends FilledBy } } ? By : 'form';

/** Columns that the server fills for every kind. */
const filledByServer: readonly (readonly [string, string])[] = [
  ['created_at', 'Added'],
  ['former_slugs', 'Former addresses'],
  ['updated_at', 'Updated'],
];

/** The words of a kind that has no form in the dashboard. */
export function defineWords<Table extends string, C extends KindColumns>(
  kind: KindWith<C> & { readonly table: Table },
  {
    one,
    many,
    labels,
    unsaid = [],
  }: {
    readonly one: string;
    readonly many: string;
    readonly labels: Readonly<
      Record<ColumnsBy<C, 'form' | 'form or server' | 'elsewhere'>, string>
    >;
    readonly unsaid?: readonly ColumnsBy<C, 'form' | 'form or server' | 'elsewhere'>[];
  },
): KindWords & { readonly kind: KindWith<C> & { readonly table: Table } } {
  return { kind, one, many, labels: labelMap(labels), unsaid };
}

/** A map and not an object, because an imported file may contain a column called `constructor`. */
export function labelMap(
  ...all: readonly Readonly<Record<string, string>>[]
): ReadonlyMap<string, string> {
  return new Map([...filledByServer, ...all.flatMap((labels) => Object.entries(labels))]);
}

/** The visitor's word for a value of a column; null if the value needs none. */
export function choiceWord(
  { words }: Extract<AnyColumn, { sort: 'choice' }>,
  value: string,
): string | null {
  return words !== null && Object.hasOwn(words, value) ? (words[value] ?? null) : null;
}
