import { useLocation, useNavigate } from 'react-router-dom';
import { commentaries } from '../../content/commentaries/commentaries.ts';
import type { AnyForm } from '../../content/form/form.ts';
import { openInForm } from '../../content/form/open-in-form.ts';
import type { ContentFormState, OpenForm } from '../../content/form/use-content-form.ts';
import { sameValue } from '../../content/form/values.ts';
import { formOf, SHARED, writingAddress } from '../../content/forms.ts';
import { learnings } from '../../content/learnings/learnings.ts';
import { useEditor } from '../../engine/editing.ts';
import { listShared, sharedIsOpened } from '../../lib/shared-pictures.ts';

/** Another kind of text that the pictures which were shared could be for. */
export interface Instead {
  readonly words: string;
  readonly take: () => void;
}

/**
 * PICTURE-9: what was shared opens as a commentary, and becomes a learning if that is asked for, or the other way round. Title and
 * text go along, and the pictures are asked for there. Where the form has more than these, its draft stays as it is.
 *
 * @returns null where nothing was shared
 */
export function useSharedInstead(
  { form, row, drafts: { home } }: OpenForm,
  { values, saved, giveUp }: ContentFormState,
): Instead | null {
  const { drafts } = useEditor();
  const { search } = useLocation();
  const navigate = useNavigate();
  const other = otherForm(form);
  if (row !== null || search !== SHARED || other === null) return null;

  async function take(other: AnyForm) {
    const { kind, fields } = form;
    const own = [kind.name, form.writes ?? ''];
    const [title, text] = own.map((column) => values[column]);
    const hasMore = fields.some(
      ({ column }) => !own.includes(column) && !sameValue(values[column], saved[column]),
    );
    await openInForm(drafts, home.account, {
      op: 'insert',
      table: other.kind.table,
      id: '',
      values: { [other.kind.name]: title, [other.writes ?? '']: text },
      blank: {},
    });
    const shared = (await listShared()).find(({ isOpened }) => isOpened);
    if (shared !== undefined) await sharedIsOpened(shared, other.kind.table);
    if (!hasMore) await giveUp();
    void navigate(`${writingAddress(other, null)}${SHARED}`, { replace: true });
  }

  return { words: `As a ${other.one} instead`, take: () => void take(other) };
}

function otherForm({ kind }: AnyForm): AnyForm | null {
  if (kind.table === commentaries.table) return formOf(learnings.table);
  if (kind.table === learnings.table) return formOf(commentaries.table);
  return null;
}
