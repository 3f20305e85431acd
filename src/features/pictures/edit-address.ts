import { editOf, formOf, writingAddress } from '../../content/forms.ts';

/** Where a row is edited: in the view of its text, if it has one, else in its form. Null for a kind without a form. */
export function editAddress(table: string, id: string): string | null {
  const form = formOf(table);
  if (form === null) return null;
  const inForm = `/admin?${new URLSearchParams({ tab: form.tab.id, edit: editOf(table, id) })}`;
  return writingAddress(form, id) ?? inForm;
}
