import { choiceWord } from '../../content/form/kind-words.ts';
import { formOf } from '../../content/forms.ts';
import type { RowHere } from '../../content/past/restored.ts';
import { type AnyKind, itemName, kindReferredTo, splitTags } from '../../engine/index.ts';
import { dayAndTime } from '../../lib/in-words.ts';

/**
 * A value of a column as text, as its form would show it; blank for nothing.
 *
 * @param here finds what a reference names
 */
export function valueText(kind: AnyKind, column: string, value: unknown, here?: RowHere): string {
  if (value === null || value === undefined) return '';
  const definition = kind.columns[column];
  switch (definition?.sort) {
    case 'tags':
      return (Array.isArray(value) ? value.map(String) : splitTags(String(value))).join(', ');
    case 'flag':
      return value === true ? 'yes' : 'no';
    case 'timestamp':
      return dayAndTime(Date.parse(String(value)), Date.now());
    case 'reference': {
      const referred = kindReferredTo(definition);
      const row = here?.(referred.table, String(value));
      return row === undefined ? '' : itemName(referred, row);
    }
    case 'choice':
      return (
        labelOfChoice(kind, column, String(value)) ??
        choiceWord(definition, String(value)) ??
        String(value)
      );
    default:
      return typeof value === 'object' ? JSON.stringify(value) : String(value);
  }
}

function labelOfChoice({ table }: AnyKind, column: string, value: string): string | null {
  const field = formOf(table)?.fields.find((one) => one.column === column);
  if (field?.input !== 'choice') return null;
  return field.choices.find((choice) => choice.value === value)?.label ?? null;
}
