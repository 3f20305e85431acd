import * as v from 'valibot';
import { isInvisible } from '../lib/invisible.ts';
import type { Instant } from '../lib/millis.ts';

/**
 * The columns of a kind. Each builder describes one column, from which everything else follows: the check of a
 * received value, its type, its value in a new row, its value in items, and its form field.
 *
 * | builder | in a row | for screens |
 * |---|---|---|
 * | `text`, `link` | text, or null if it is optional | the text; null if it is blank |
 * | `picture` | the address of a picture, or null | the same; kept on the device for offline reading |
 * | `tags` | a list of text, or comma-separated text | a list without blanks and repeats |
 * | `choice` | one of a few values | the same |
 * | `reference` | the id of a row of another kind, or null | the same; also a lookup of the kind with the column |
 * | `number` | a number, or null if it is optional | the same |
 * | `date` | `yyyy-mm-dd`, or null | the same |
 * | `timestamp` | as Postgres writes it in JSON, or null | an `Instant`, or null |
 * | `flag` | true or false | the same |
 *
 * A switch over `sort` ends with `satisfies never`, so that it does not compile until it handles a new builder.
 */
export type AnyColumn =
  // biome-ignore lint/suspicious/noExplicitAny: values only pass through one column's own functions
  | PlainColumn<PlainSort, any, any, Options>
  | ChoiceColumn<string, Options>
  // biome-ignore lint/suspicious/noExplicitAny: as above
  | ReferenceColumn<any, Options>
  | TagsColumn<'list' | 'commas', Options>;

export type KindColumns = Readonly<Record<string, AnyColumn>>;

/** Options of every column. */
export interface Options {
  /** A form does not accept it blank. */
  readonly required?: boolean;
  /**
   * No row can be without it. By default a row that lacks it is read with the column's empty value: it is from before
   * the column was added. A kind's name and a required reference have no such value, so they are always there.
   */
  readonly always?: boolean;
  /** What fills it if not the kind's form, such as the server; by default the form has a field for it. */
  readonly by?: FilledBy;
  /** Its name in items if it is not the column's in camel case; null if items do not have it. */
  readonly as?: string | null;
  /** How the search weighs it; by default it is not searched. The kind's name always is. */
  readonly search?: 'tags' | 'text';
}

/**
 * What fills a column of a row.
 *
 * - `form`: the form. `elsewhere`: something else in the app.
 * - `server`: the server, in a new row. `form or server`: so it does where the form is left blank; a row that has it keeps it.
 * - `change`: the server, with each change of the row's content. A new row has none.
 */
export type FilledBy = 'form' | 'server' | 'form or server' | 'change' | 'elsewhere';

type PlainSort = 'text' | 'link' | 'picture' | 'number' | 'date' | 'timestamp' | 'flag';

interface Column<Value, Shown, O extends Options> {
  /** Checks a value as the server sends it. */
  readonly schema: v.GenericSchema<unknown, Value>;
  /** The value in a new row if its author gave none, as the server would fill it, and in a row from before the column. */
  readonly empty: Value;
  toShown(value: Value): Shown;
  readonly options: O;
}

/** `html` may be Markdown instead. In `plain-markdown` tags and entities are words. */
export type Markup = 'html' | 'markdown' | 'plain-markdown';

export interface PlainColumn<Sort extends PlainSort, Value, Shown, O extends Options>
  extends Column<Value, Shown, O> {
  readonly sort: Sort;
  /** What the text may hold beside words. */
  readonly markup?: Markup;
  /** Its page shows the pictures that the markup names. */
  readonly showsPictures?: boolean;
  /** True in at most one row: setting it clears it in all others, here and on the server. */
  readonly exclusive?: boolean;
}

export interface ChoiceColumn<Value extends string, O extends Options>
  extends Column<Value, Value, O> {
  readonly sort: 'choice';
  readonly values: readonly Value[];
  /** The visitor's word for each value; null if the values need none. */
  readonly words: Readonly<Record<Value, string>> | null;
}

/** What a column knows of the kind it refers to; `kindReferredTo` in define.ts returns the kind itself. */
export interface Referred {
  readonly table: string;
}

export interface ReferenceColumn<Value extends string | null, O extends Options>
  extends Column<Value, Value, O> {
  readonly sort: 'reference';
  readonly to: () => Referred;
}

export interface TagsColumn<Kept extends 'list' | 'commas', O extends Options>
  extends Column<string[] | string | null, string[], O> {
  readonly sort: 'tags';
  readonly kept: Kept;
}

interface TextOptions extends Options {
  /** Filled by the server. Tables of an earlier site may hold null, which means the same. */
  readonly default?: string;
  /** Nullable although forms require it, because rows of an earlier site may lack it. */
  readonly nullable?: boolean;
  readonly markup?: Markup;
  /** Its page shows the pictures that the markup names: they are kept on the device, too. */
  readonly showsPictures?: boolean;
}

/** Without a default, required text is never null. */
type TextValue<O> = O extends { default: string }
  ? string | null
  : O extends { required: true; nullable?: false }
    ? string
    : string | null;
type TextShown<O> = O extends { default: string } ? string : TextValue<O>;

export const uuidSchema = v.pipe(v.string(), v.uuid());
const optionalUuid = v.nullable(uuidSchema);

/** Text. */
export function text<const O extends TextOptions = Options>(options?: O) {
  return textColumn('text', options ?? ({} as O));
}

/** The address of a website. */
export function link<const O extends TextOptions = Options>(options?: O) {
  return textColumn('link', options ?? ({} as O));
}

/** The address of a picture. */
export function picture<const O extends Options = Options>(options?: O) {
  return textColumn('picture', options ?? ({} as O));
}

function textColumn<Sort extends PlainSort, const O extends TextOptions>(sort: Sort, options: O) {
  const {
    default: filled,
    required = false,
    nullable = !required,
    markup,
    showsPictures,
  } = options;
  const isNullable = nullable || filled !== undefined;
  return {
    sort,
    schema: isNullable ? v.nullable(v.string()) : v.string(),
    empty: filled ?? (isNullable ? null : ''),
    toShown: (value: string | null) =>
      filled !== undefined ? (value ?? filled) : isNullable ? textOrNull(value) : value,
    options,
    markup,
    showsPictures,
  } as unknown as PlainColumn<Sort, TextValue<O>, TextShown<O>, O>;
}

/** @param kept as a list or as comma-separated text; both can be read, because an earlier site's table may hold text */
export function tags<const Kept extends 'list' | 'commas', const O extends Options = Options>(
  kept: Kept,
  options?: O,
): TagsColumn<Kept, O> {
  return {
    sort: 'tags',
    kept,
    schema: v.nullable(v.union([v.array(v.string()), v.string()])),
    empty: null,
    toShown: (value) => (Array.isArray(value) ? uniqueTags(value) : splitTags(value)),
    options: options ?? ({} as O),
  };
}

/**
 * One of a few values.
 *
 * @param values the values, or each value with the visitor's word for it
 * @param start the value in a new row
 */
export function choice<const Value extends string, const O extends Options = Options>(
  values: readonly Value[] | Readonly<Record<Value, string>>,
  start: NoInfer<Value>,
  options?: O,
): ChoiceColumn<Value, O> {
  const words = Array.isArray(values) ? null : (values as Readonly<Record<Value, string>>);
  const all = words === null ? (values as readonly Value[]) : (Object.keys(words) as Value[]);
  return {
    sort: 'choice',
    values: all,
    words,
    schema: v.picklist(all),
    empty: start,
    toShown: (value) => value,
    options: options ?? ({} as O),
  };
}

/** The id of a row of another kind. `project_id` makes the lookup `project`. */
export function reference<const O extends Options = Options>(
  to: () => Referred,
  options?: O,
): ReferenceColumn<O extends { required: true } ? string : string | null, O> {
  const isRequired = options?.required === true;
  return {
    sort: 'reference',
    to,
    schema: isRequired ? uuidSchema : optionalUuid,
    empty: isRequired ? '' : null,
    toShown: (value: string | null) => value,
    options: options ?? {},
  } as never;
}

type NumberValue<O> = O extends { required: true } ? number : number | null;

/** A number; a required one defaults to 0. */
export function number<const O extends Options = Options>(
  options?: O,
): PlainColumn<'number', NumberValue<O>, NumberValue<O>, O> {
  const isRequired = options?.required === true;
  return {
    sort: 'number',
    schema: isRequired ? v.number() : v.nullable(v.number()),
    empty: isRequired ? 0 : null,
    toShown: (value: number | null) => value,
    options: options ?? {},
  } as never;
}

/** A day, `yyyy-mm-dd`. */
export function date<const O extends Options = Options>(
  options?: O,
): PlainColumn<'date', string | null, string | null, O> {
  return {
    sort: 'date',
    schema: v.nullable(v.pipe(v.string(), v.isoDate())),
    empty: null,
    toShown: (value) => value,
    options: options ?? ({} as O),
  };
}

/**
 * In an edit, the time at which the server takes it: Postgres reads the word so. Until it has, this device's time is shown.
 */
export const NOW = 'now';

interface TimestampOptions extends Options {
  /** The value in a row from before the column was added; by default it had none. */
  readonly before?: string;
}

/** A timestamp with time zone, or `NOW`; tables of an earlier site may lack the zone. */
export function timestamp<const O extends TimestampOptions = Options>(
  options?: O,
): PlainColumn<'timestamp', string | null, Instant | null, O> {
  return {
    sort: 'timestamp',
    schema: v.nullable(
      v.pipe(
        v.string(),
        v.check((value) => value === NOW || !Number.isNaN(Date.parse(value)), 'not a timestamp'),
      ),
    ),
    empty: (options as TimestampOptions | undefined)?.before ?? null,
    toShown: milliseconds,
    options: options ?? ({} as O),
  };
}

/** True or false; defaults to false. */
export function flag<const O extends Options & { readonly exclusive?: boolean } = Options>(
  options?: O,
): PlainColumn<'flag', boolean, boolean, O> {
  const { exclusive = false } = options ?? ({} as { exclusive?: boolean });
  return {
    sort: 'flag',
    schema: v.boolean(),
    empty: false,
    toShown: (value) => value,
    options: options ?? ({} as O),
    exclusive,
  };
}

/** When a checked timestamp was, or null. */
export function milliseconds(held: string | null): Instant | null {
  return held === null ? null : held === NOW ? Date.now() : Date.parse(held);
}

/**
 * Sorts newest first in ascending order, rows without a date last.
 * Counts microseconds, Postgres's precision, so that rows created in one millisecond stay in order.
 */
export function newestFirst(held: string | null): number {
  if (held === null) return Number.POSITIVE_INFINITY;
  const fraction = /\.(\d{1,6})/.exec(held)?.[1] ?? '';
  const belowMillisecond = Number(fraction.padEnd(6, '0').slice(3));
  return -(Date.parse(held) * 1000 + belowMillisecond);
}

/** Turns blank text into null: hand-made rows contain both. */
export function textOrNull(value: string | null): string | null {
  return value === null || isInvisible(value) ? null : value;
}

/** `'a, b,,a'` → `['a', 'b']`: tags stored in one comma-separated column. */
export function splitTags(value: string | null): string[] {
  return uniqueTags((value ?? '').split(','));
}

/** Trims, removes blanks and repeats; the order stays. */
export function uniqueTags(all: readonly string[]): string[] {
  return [...new Set(all.map((tag) => tag.trim()).filter((tag) => !isInvisible(tag)))];
}
