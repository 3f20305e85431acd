import type { AnyKind, BaseRow, Columns, Kind } from '../../engine/index.ts';
import { isBlank, type Values } from './values.ts';

/**
 * How an admin adds and edits a kind of content, stated once: its fields with the columns they fill, what is
 * required, and the words. The dashboard derives the rest (features/dashboard). A new kind is one file beside
 * this and one line in features/dashboard/sections.ts.
 *
 * Apart from the kind's own file, so that visitors do not download it.
 */
export interface Form<Row extends BaseRow = BaseRow> {
  // biome-ignore lint/suspicious/noExplicitAny: what screens are shown of the kind is of no interest here
  readonly kind: Kind<Row, any>;
  /** The kind with its rows as they are, for reading what is to be edited. */
  readonly rows: Kind<Row, Row>;
  readonly fields: readonly Field[];
  /** In a sentence: `AI tool`, `AI tools`. */
  readonly one: string;
  readonly many: string;
  /** On a button: `AI Tool`. */
  readonly button: string;
  /** Said where a required field is blank (FORM-1). */
  readonly missing: string;
  /** Said where an edit was not kept, with `{reason}` where FORM-5 has it. */
  readonly failed: Readonly<Record<Deed, string>>;
  /** Whether deleting asks first (FORM-3). */
  readonly confirmsDelete: boolean;
  /** Items of another kind that the server deletes along with a row, found by a lookup of theirs. */
  readonly along?: {
    readonly of: AnyKind;
    readonly lookup: string;
    readonly one: string;
    readonly many: string;
  };
  /** What a row is called. */
  readonly name: (row: Row) => string;
  /** What a list says of a row beside its name; null for nothing. */
  readonly about: (row: Row) => readonly (string | null)[];
  /** Columns of a new row that no field fills. `others` are the rows of the kind on this device. */
  readonly added: (values: Values, others: readonly Row[]) => Columns;
}

// biome-ignore lint/suspicious/noExplicitAny: rows go in and out of one form's own functions only
export type AnyForm = Form<any>;

export type Deed = 'add' | 'update' | 'delete';

/** A field, and the column it fills. */
export type Field = {
  readonly column: string;
  readonly label: string;
  readonly required?: true;
  readonly hint?: string;
} & (
  | { readonly input: 'line' }
  /** Several lines; `markup` is written by people who read code. */
  | { readonly input: 'text'; readonly lines: number; readonly markup?: true }
  /** An address of a website, and one of a picture, which may also lie on this site. */
  | { readonly input: 'website' | 'picture' }
  | { readonly input: 'choice'; readonly choices: readonly Choice[]; readonly start: string }
  /** An item of another kind, or none. */
  // biome-ignore lint/suspicious/noExplicitAny: only the items of the kind are of interest
  | { readonly input: 'item'; readonly of: Kind<any, Titled>; readonly none: string }
  /** Kept as a list, or as text with commas between. */
  | { readonly input: 'tags'; readonly kept: 'list' | 'commas' }
);

export interface Choice {
  readonly value: string;
  readonly label: string;
}

export interface Titled {
  readonly id: string;
  readonly title: string;
}

type Definition<Row extends BaseRow> = Omit<
  Form<Row>,
  'kind' | 'rows' | 'failed' | 'confirmsDelete' | 'added' | 'button'
> &
  Partial<Pick<Form<Row>, 'confirmsDelete' | 'added' | 'button'>> & {
    readonly failed?: Partial<Form<Row>['failed']>;
  };

/** Defines the form of a kind. Left out, deleting asks first, no columns are added, and failures are plain. */
export function defineForm<Row extends BaseRow>(
  // biome-ignore lint/suspicious/noExplicitAny: see Form
  kind: Kind<Row, any>,
  definition: Definition<Row>,
): Form<Row> {
  const { one } = definition;
  return {
    kind,
    rows: { ...kind, toItem: (row) => row },
    button: capital(one),
    confirmsDelete: true,
    added: () => ({}),
    ...definition,
    failed: {
      add: `Failed to add ${one}`,
      update: `Failed to update ${one}`,
      delete: `Failed to delete ${one}`,
      ...definition.failed,
    },
  };
}

const done: Readonly<Record<Deed, string>> = {
  add: 'added',
  update: 'updated',
  delete: 'deleted',
};

/** `Commentary added successfully` (FORM-4). */
export function doneWords({ one }: AnyForm, deed: Deed): string {
  return `${capital(one)} ${done[deed]} successfully`;
}

/** `Failed to add commentary`, `Failed to create project: {reason}` (FORM-5). */
export function failedWords({ failed }: AnyForm, deed: Deed, reason: string): string {
  return failed[deed].replace('{reason}', () => reason);
}

/** `“Fieldnotes” deleted, with 3 tasks`. @param count of the items that go along */
export function deletedWords(form: AnyForm, row: BaseRow, count: number): string {
  const words = `${shortName(form.name(row))} deleted`;
  if (form.along === undefined || count === 0) return words;
  return `${words}, with ${count} ${count === 1 ? form.along.one : form.along.many}`;
}

export function confirmWords({ one }: AnyForm): string {
  return `Are you sure you want to delete this ${one}?`;
}

const NAME_AT_MOST = 60;
/** So that two lines of a phone hold it, and what is said of it. */
const WORDS_AT_MOST = 40;
const labels: Readonly<Record<Deed, string>> = { add: 'Add', update: 'Edit', delete: 'Delete' };

/** What an edit is called in the outbox: `Add learning “Chunking”`. */
export function editLabel(form: AnyForm, deed: Deed, name: string): string {
  return `${labels[deed]} ${form.one} ${shortName(name, NAME_AT_MOST)}`;
}

/** `“Fieldnotes”`, without its end where it is longer than `most`. */
export function shortName(name: string, most = WORDS_AT_MOST): string {
  return `“${name.length > most ? `${name.slice(0, most - 1)}…` : name}”`;
}

export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The columns of required fields that are blank, in the order of the form. */
export function missingColumns({ fields }: AnyForm, values: Values): string[] {
  return fields
    .filter(({ required, column }) => required === true && isBlank(values[column] ?? ''))
    .map(({ column }) => column);
}
