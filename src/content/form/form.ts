import {
  type AnyColumn,
  type AnyKind,
  type BaseRow,
  type Columns,
  itemName,
  type Kind,
  type KindColumns,
  kindReferredTo,
  type RowWith,
} from '../../engine/index.ts';
import { counted } from '../../lib/in-words.ts';
import { NAME_IN_LABEL } from '../../lib/limits.ts';
import { shortName } from '../short-name.ts';
import { type ColumnsBy, type KindWith, type KindWords, labelMap } from './kind-words.ts';

/**
 * How an admin adds and edits a kind of content: the kind's columns (`engine/columns.ts`) together with the words of
 * `defineForm`. The dashboard derives the rest (features/dashboard).
 *
 * Forms are in files of their own, so that visitors do not download them.
 */
export interface Form<Row extends BaseRow = BaseRow, Table extends string = string>
  extends KindWords {
  // biome-ignore lint/suspicious/noExplicitAny: the kind's items as screens see them do not matter here
  readonly kind: Kind<Row, any, any> & { readonly table: Table };
  /** The kind, whose items are its rows as they are: that is what a form edits. */
  readonly rowKind: Kind<Row, Row>;
  readonly fields: readonly Field[];
  /** The tab of the dashboard; several forms may share one. */
  readonly tab: DashboardTab;
  /** On a button: `AI Tool`. */
  readonly button: string;
  /** The message for a blank required field (FORM-1). */
  readonly missing: string;
  /** The message for an edit that was not kept, with `{reason}` if FORM-5 has it. */
  readonly failed: Readonly<Record<Deed, string>>;
  /** Whether deleting asks first (FORM-3). */
  readonly confirmsDelete: boolean;
  /** Items of another kind that the server deletes together with a row, and the lookup that finds them. */
  readonly along?: { readonly of: KindWords; readonly lookup: string };
  /** The title of a row. */
  readonly name: (row: Row) => string;
  /** What a list shows beside a row's name; null for nothing. */
  readonly about: (row: Row) => readonly (string | null)[];
  /** The column of the long text that has a view of its own for writing (features/writing); kinds without one have none. */
  readonly writes?: string | undefined;
  /** Values for the columns of a new row that have no field. `others` are the kind's rows on this device. */
  readonly added: (values: Values, others: readonly Row[]) => Partial<Omit<Row, 'id'>>;
}

// biome-ignore lint/suspicious/noExplicitAny: a form's rows only pass through its own functions
export type AnyForm = Form<any>;

export type Deed = 'add' | 'update' | 'delete';

export interface DashboardTab {
  /** In the dashboard's address. */
  readonly id: string;
  readonly label: string;
}

/** A field and the column that it fills. */
export type Field = {
  readonly column: string;
  readonly label: string;
  readonly required: boolean;
  readonly hint?: string | undefined;
} & (
  | { readonly input: 'number' | 'date' }
  /** `tidied` is what is sent of a text that is typed. */
  | { readonly input: 'line'; readonly tidied?: Tidied | undefined }
  /** Several lines; `markup` is written by people who read code. */
  | { readonly input: 'text'; readonly lines: number; readonly markup: boolean }
  /** The address of a website. `opens`: other addresses that the site can open. */
  | { readonly input: 'website'; readonly opens?: Opens | undefined }
  /** The address of a picture, which may also be on this site. */
  | { readonly input: 'picture' }
  | { readonly input: 'choice'; readonly choices: readonly Choice[]; readonly start: string }
  /** An item of another kind, or none. */
  | { readonly input: 'item'; readonly of: AnyKind; readonly none: string }
  /** The rows of another kind that belong to this one, by a column of theirs; saved with it. */
  | MembersField
  /** Stored as a list, or as comma-separated text. */
  | { readonly input: 'tags'; readonly kept: 'list' | 'commas' }
  | { readonly input: 'flag' }
  /** A moment; its value is as `toISOString` writes it, and shown by the owner's clock (lib/owner-days.ts). */
  | { readonly input: 'timestamp' }
);

export interface MembersField {
  readonly column: string;
  readonly label: string;
  readonly required: boolean;
  readonly hint?: string | undefined;
  readonly input: 'members';
  readonly of: AnyForm;
  readonly by: string;
  /** The values of a new one, of which title and address are known. */
  readonly made: (title: string, address: string) => Columns;
}

type Opens = (address: string) => boolean;
type Tidied = (typed: string) => string;

/** What of a kind has a field. */
type InForm = 'form' | 'form or server';

/** The values of a form's fields, by column. */
export type Values = Readonly<Record<string, FieldValue>>;

export type FieldValue = string | boolean | Tags | Members;

/** Text that is typed but not yet added as a tag is kept too. */
export interface Tags {
  readonly added: readonly string[];
  readonly typing: string;
}

/** What is to change in what belongs to a row. All else follows what the device has. */
export interface Members {
  /** Ids of rows that are put to it, and that are taken off. */
  readonly put: readonly string[];
  readonly off: readonly string[];
  readonly made: readonly NewMember[];
  /** A new one that is typed but not yet added. */
  readonly typing: { readonly title: string; readonly address: string };
}

export interface NewMember {
  readonly id: string;
  readonly title: string;
  readonly address: string;
}

export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** The words that a field needs, by the sort of its column. */
type FieldWords<Column> = { readonly label: string; readonly hint?: string } & (Column extends {
  sort: 'text';
}
  ? { readonly lines?: number; readonly markup?: true; readonly tidied?: Tidied }
  : Column extends { sort: 'choice'; values: readonly (infer Value extends string)[] }
    ? { readonly words: Readonly<Record<Value, string>> }
    : Column extends { sort: 'reference' }
      ? { readonly none: string }
      : Column extends { sort: 'link' }
        ? { readonly opens?: Opens }
        : unknown);

/** `FieldWords` for any column. */
interface AnyFieldWords {
  readonly label: string;
  readonly hint?: string;
  readonly lines?: number;
  readonly markup?: true;
  readonly words?: Readonly<Record<string, string>>;
  readonly none?: string;
  readonly opens?: Opens;
  readonly tidied?: Tidied;
}

/** Labels for columns without a field, and for fields that the outbox names differently. */
type Labels<C> = Readonly<Record<ColumnsBy<C, 'elsewhere'>, string>> &
  Readonly<Partial<Record<ColumnsBy<C, InForm>, string>>>;

type Definition<C extends KindColumns, Row extends BaseRow, Lookup extends string> = Pick<
  Form<Row>,
  'one' | 'many' | 'missing' | 'about' | 'tab'
> &
  Partial<Pick<Form<Row>, 'confirmsDelete' | 'added' | 'button'>> & {
    /** In screen order. A column without a field does not compile, unless something else fills it. */
    readonly fields: { readonly [Name in ColumnsBy<C, InForm>]: FieldWords<C[Name]> };
    readonly failed?: Partial<Form<Row>['failed']>;
    readonly writes?: ColumnsBy<C, InForm>;
    /** After the other fields, each under a name that is no column. */
    readonly members?: Readonly<
      Record<string, Omit<MembersField, 'column' | 'input' | 'required'>>
    >;
    readonly along?: {
      // biome-ignore lint/suspicious/noExplicitAny: only the lookups matter
      readonly of: KindWords & { readonly kind: Kind<any, any, Lookup> };
      readonly lookup: NoInfer<Lookup>;
    };
  } & ([ColumnsBy<C, 'elsewhere'>] extends [never]
    ? { readonly labels?: Labels<C> }
    : { readonly labels: Labels<C> });

/** Defines a kind's form. By default deleting asks first, no values are added and messages of failure are plain. */
export function defineForm<
  Table extends string,
  C extends KindColumns,
  Lookup extends string = never,
>(
  kind: KindWith<C> & { readonly table: Table },
  definition: Definition<C, RowWith<C>, Lookup>,
): Form<RowWith<C>, Table> {
  const { one, fields: fieldWords, labels = {}, along, members = {}, ...given } = definition;
  const fields = Object.entries<AnyFieldWords>(fieldWords).flatMap(([column, words]) => {
    const of = kind.columns[column];
    return of === undefined ? [] : [fieldOf(column, of, words)];
  });
  return {
    kind,
    rowKind: { ...kind, toItem: kind.filled } as Kind<RowWith<C>, RowWith<C>>,
    button: capital(one),
    confirmsDelete: true,
    added: () => ({}),
    unsaid: [],
    ...given,
    ...(along === undefined ? {} : { along }),
    one,
    fields: [...fields, ...Object.entries(members).map(membersField)],
    name: (row) => itemName(kind, row),
    labels: labelMap(
      Object.fromEntries(fields.map(({ column, label }) => [column, withoutOptional(label)])),
      labels,
    ),
    failed: {
      add: `Failed to add ${one}`,
      update: `Failed to update ${one}`,
      delete: `Failed to delete ${one}`,
      ...definition.failed,
    },
  };
}

function membersField([column, words]: [
  string,
  Omit<MembersField, 'column' | 'input' | 'required'>,
]): MembersField {
  return { ...words, column, input: 'members', required: false };
}

function fieldOf(column: string, of: AnyColumn, words: AnyFieldWords): Field {
  const { label, hint } = words;
  const base = { column, label, hint, required: of.options.required === true };
  switch (of.sort) {
    case 'text':
      if (words.lines === undefined) return { ...base, input: 'line', tidied: words.tidied };
      return { ...base, input: 'text', lines: words.lines, markup: words.markup === true };
    case 'link':
      return { ...base, input: 'website', opens: words.opens };
    case 'picture':
    case 'number':
    case 'date':
    case 'flag':
    case 'timestamp':
      return { ...base, input: of.sort };
    case 'tags':
      return { ...base, input: 'tags', kept: of.kept };
    case 'choice': {
      const choices = Object.entries(words.words ?? {});
      return {
        ...base,
        input: 'choice',
        choices: choices.map(([value, word]) => ({ value, label: word })),
        start: of.empty,
      };
    }
    case 'reference':
      return { ...base, input: 'item', of: kindReferredTo(of), none: words.none ?? '' };
    default:
      return of satisfies never;
  }
}

/** `Image URL (Optional)` → `Image URL` */
export function withoutOptional(label: string): string {
  return label.replace(' (Optional)', '');
}

const done = {
  add: 'added',
  update: 'updated',
  delete: 'deleted',
  publish: 'published',
  schedule: 'scheduled',
  withdraw: 'withdrawn',
} as const;

/** `Commentary added successfully` (FORM-4). */
export function doneWords({ one }: AnyForm, deed: keyof typeof done): string {
  return `${capital(one)} ${done[deed]} successfully`;
}

/** `Failed to add commentary`, `Failed to create project: {reason}` (FORM-5). */
export function failedWords({ failed }: AnyForm, deed: Deed, reason: string): string {
  return failed[deed].replace('{reason}', () => reason);
}

/** `“Fieldnotes” deleted, with 3 tasks`. @param count of the items deleted with it */
export function deletedWords(form: AnyForm, row: BaseRow, count: number): string {
  const words = `${shortName(form.name(row))} deleted`;
  if (form.along === undefined || count === 0) return words;
  const { one, many } = form.along.of;
  return `${words}, with ${counted(count, one, many)}`;
}

export function confirmWords({ one }: AnyForm): string {
  return `Are you sure you want to delete this ${one}?`;
}

const labels = {
  add: 'Add',
  update: 'Edit',
  delete: 'Delete',
  publish: 'Publish',
  now: 'Publish',
  draft: 'Keep back',
} as const;

/** The name of an edit in the outbox: `Add learning “Chunking”`. */
export function editLabel(form: AnyForm, deed: keyof typeof labels, name: string): string {
  return `${labels[deed]} ${form.one} ${shortName(name, NAME_IN_LABEL)}`;
}

export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
