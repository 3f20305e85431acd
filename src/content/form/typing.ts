import type { AnyForm, Value, Values } from './form.ts';
import { readValues, sameValue, valuesOf } from './values.ts';

/**
 * What was typed over an item, and over what. The item may change meanwhile, by another device or another tab:
 *
 * | the field here | the item's value | shown | said |
 * |---|---|---|---|
 * | not typed in | changed or not | the item's | nothing |
 * | typed in | as it was when the typing began | what was typed | nothing |
 * | typed in | changed since | what was typed | that it differs, with the item's value |
 * | typed in | the same by now | it | nothing |
 */
export interface Typing {
  /** The fields that were typed in. */
  readonly typed: Values;
  /** What they held before. */
  readonly from: Values;
}

export const nothingTyped: Typing = { typed: {}, from: {} };

export function isTyped({ typed }: Typing): boolean {
  return Object.keys(typed).length > 0;
}

export function shownValues(typing: Typing, saved: Values): Values {
  return { ...saved, ...typing.typed };
}

export function withTyped(typing: Typing, saved: Values, column: string, value: Value): Typing {
  if (sameValue(value, saved[column])) return withoutTyped(typing, column);
  const from = typing.from[column] ?? saved[column] ?? '';
  return {
    typed: { ...typing.typed, [column]: value },
    from: { ...typing.from, [column]: from },
  };
}

export function withoutTyped(typing: Typing, column: string): Typing {
  const { [column]: _typed, ...typed } = typing.typed;
  const { [column]: _from, ...from } = typing.from;
  return { typed, from };
}

/** The fields that were typed in and whose item's value has become yet another one. */
export function differing({ typed, from }: Typing, saved: Values): string[] {
  return Object.keys(typed).filter(
    (column) => !sameValue(from[column], saved[column]) && !sameValue(typed[column], saved[column]),
  );
}

/** As a draft is kept. Of a new item there is nothing to have changed. */
export function toDraft(
  typing: Typing,
  saved: Values,
  isNew: boolean,
): { fields: Values; from: Values | null } {
  return { fields: shownValues(typing, saved), from: isNew ? null : { ...saved, ...typing.from } };
}

/** What a draft holds beside the item as it is now. */
export function fromDraft(
  form: AnyForm,
  draft: { readonly fields: unknown; readonly from: unknown },
  saved: Values,
): Typing {
  const start = draft.from === null ? valuesOf(form, null) : readValues(form, draft.from, saved);
  const fields = readValues(form, draft.fields, start);
  return form.fields.reduce((typing, { column }) => {
    const value = fields[column];
    const before = start[column];
    if (value === undefined || before === undefined) return typing;
    if (sameValue(value, before) || sameValue(value, saved[column])) return typing;
    return {
      typed: { ...typing.typed, [column]: value },
      from: { ...typing.from, [column]: before },
    };
  }, nothingTyped);
}
