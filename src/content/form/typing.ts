import * as v from 'valibot';
import type { AnyForm, FieldValue, Values } from './form.ts';
import { membersSchema, withLaterMembers } from './members.ts';
import { readValues, sameValue, valuesOf } from './values.ts';

/**
 * The fields that were typed in, and the values that they replace. The item may change meanwhile, on another
 * device or in another tab:
 *
 * | field | the item's value | shown | message |
 * |---|---|---|---|
 * | untouched | changed or not | the item's | none |
 * | typed in | unchanged since | the typed text | none |
 * | typed in | changed since | the typed text | it differs, with the item's value |
 * | typed in | equal to the typed text by now | that text | none |
 */
export interface Typing {
  /** The typed values, by field. */
  readonly typed: Values;
  /** The fields' values before. */
  readonly from: Values;
}

export const nothingTyped: Typing = { typed: {}, from: {} };

export function isTyped({ typed }: Typing): boolean {
  return Object.keys(typed).length > 0;
}

export function shownValues(typing: Typing, saved: Values): Values {
  return { ...saved, ...typing.typed };
}

/** @param isSaving another value is about to be the saved one: what is typed back to this one is still typed */
export function withTyped(
  typing: Typing,
  saved: Values,
  column: string,
  value: FieldValue,
  isSaving = false,
): Typing {
  if (!isSaving && sameValue(value, saved[column])) return withoutTyped(typing, column);
  const from = typing.from[column] ?? saved[column] ?? '';
  return {
    typed: { ...typing.typed, [column]: value },
    from: { ...typing.from, [column]: from },
  };
}

/** The typed value stands, and its author has seen the item's present one. */
export function withSavedSeen(typing: Typing, saved: Values, column: string): Typing {
  if (!(column in typing.typed)) return typing;
  return { ...typing, from: { ...typing.from, [column]: saved[column] ?? '' } };
}

export function withoutTyped(typing: Typing, column: string): Typing {
  const { [column]: _typed, ...typed } = typing.typed;
  const { [column]: _from, ...from } = typing.from;
  return { typed, from };
}

/** What of it was typed after a form with these values was saved. */
export function typedSince({ typed }: Typing, sent: Values): Typing {
  const since = Object.keys(typed).filter((column) => !sameValue(typed[column], sent[column]));
  return {
    typed: Object.fromEntries(since.map((column) => [column, typed[column] ?? ''])),
    from: Object.fromEntries(since.map((column) => [column, spelledAsSaved(sent[column])])),
  };
}

/**
 * The saved values as they were typed. What is saved lacks the blanks at the ends of a text; without them it would be another
 * one, and the box would lose caret and undo.
 */
export function asTyped(saved: Values, typed: Values | null): Values {
  if (typed === null) return saved;
  return Object.fromEntries(
    Object.entries(saved).map(([column, value]) => {
      const as = typed[column];
      return [column, as !== undefined && sameValue(spelledAsSaved(as), value) ? as : value];
    }),
  );
}

function spelledAsSaved(value: FieldValue | undefined): FieldValue {
  return typeof value === 'string' ? value.trim() : (value ?? '');
}

/** The fields that were typed in, and that have meanwhile changed in the item to a different value. */
export function changedSince({ typed, from }: Typing, saved: Values): string[] {
  return Object.keys(typed).filter(
    (column) => !sameValue(from[column], saved[column]) && !sameValue(typed[column], saved[column]),
  );
}

/** The typing as it is stored in a draft. A new item has no earlier values. */
export function toDraft(
  typing: Typing,
  saved: Values,
  isNew: boolean,
): { fields: Values; from: Values | null } {
  return { fields: shownValues(typing, saved), from: isNew ? null : { ...saved, ...typing.from } };
}

/** A draft with what was typed after it. */
export function withLaterTyped<Held extends { readonly fields: unknown }>(
  draft: Held,
  { typed }: Typing,
): Held {
  const held = draft.fields as Values;
  const fields = Object.entries(typed).map(([column, value]) => {
    const before = held[column];
    const isMembers = v.is(membersSchema, value) && v.is(membersSchema, before);
    return [column, isMembers ? withLaterMembers(before, value) : value];
  });
  return { ...draft, fields: { ...held, ...Object.fromEntries(fields) } };
}

/** Restores the typing from a draft and the item's present values. */
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
