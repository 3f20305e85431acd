import { type ReactNode, useCallback, useId, useRef, useState } from 'react';
import { capital, type Form } from '../../model/forms/form.ts';
import type { BaseRow } from '../../model/kind.ts';
import { type Draft, draftPlace } from '../../store/drafts.ts';
import { useAccount, useEditor, usePlaces } from '../../store/editing.tsx';
import { list } from '../../store/queries.ts';
import { useDraftsAt } from '../../store/use-draft.ts';
import { ContentForm, type FieldExtra } from './content-form.tsx';
import { ContentList } from './content-list.tsx';
import type { OpenForm } from './use-content-form.ts';
import { useOpenRow } from './use-open-row.ts';
import type { Edited } from './use-place.ts';

/** A kind's form and its rows, side by side where there is room. */
export function ContentPanel<Row extends BaseRow>({
  form,
  edited,
  extra,
  actions,
}: {
  form: Form<Row>;
  edited: Edited;
  extra?: FieldExtra;
  actions?: (row: Row) => ReactNode;
}) {
  const editor = useEditor();
  const account = useAccount();
  const content = usePlaces(list(form.rows));
  const places = content.state === 'ready' ? content.items : [];
  const rows = places.flatMap(({ item, deletion }) => (deletion === null ? item : []));
  const { row, isGone } = useOpenRow(rows, edited.id);
  /** The row whose form was asked for and is to get the focus. */
  const [asked, setAsked] = useState<string | null>(null);
  /** Raised to open the form anew, with the draft that was brought back. */
  const [round, setRound] = useState(0);
  const savedAt = useRef(Number.NEGATIVE_INFINITY);
  const listElement = useRef<HTMLElement>(null);
  const [formLabel, listLabel] = [useId(), useId()];

  function backToAdding() {
    if (row === null) return;
    const editButton = `[data-row="${row.id}"] [data-part=edit]`;
    const target = listElement.current?.querySelector<HTMLElement>(editButton);
    (target ?? listElement.current?.querySelector('h3'))?.focus();
    setAsked(null);
    edited.close();
  }

  const onRestore = useCallback(
    async (draft: Draft) => {
      await editor.drafts.give(draft, draft).catch(() => {});
      const id = draft.place.slice(draft.place.indexOf('/') + 1);
      if (id !== 'new') edited.open(id);
      setRound((held) => held + 1);
    },
    [editor, edited.open],
  );

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-12 @3xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <section className="grid grid-cols-[minmax(0,1fr)] content-start gap-5">
        <h3 id={formLabel} className="text-h3">
          {row === null ? `New ${form.one}` : `Edit ${form.one}`}
        </h3>
        {/* Of another account it is another form: what the one typed is not shown to the other. */}
        {account && (
          <FormWithDrafts
            key={`${row?.id ?? 'new'} ${account.userId} ${round}`}
            account={account.userId}
            labelId={formLabel}
            takesFocus={row !== null && asked === row.id}
            extra={extra}
            open={{ form, row, isGone, rows, savedAt, onDone: backToAdding, onRestore }}
          />
        )}
      </section>
      <section
        ref={listElement}
        aria-labelledby={listLabel}
        className="grid grid-cols-[minmax(0,1fr)] content-start gap-5"
      >
        <h3 id={listLabel} tabIndex={-1} className="text-h3">
          {capital(form.many)}
        </h3>
        <ContentList
          form={form}
          content={content}
          list={listElement}
          editedId={row?.id ?? null}
          onEdit={(id) => {
            setAsked(id);
            if (id !== edited.id) edited.open(id);
          }}
          onDeleted={(id) => id === edited.id && edited.close()}
          actions={actions}
        />
      </section>
    </div>
  );
}

/** The form, once it is known what was typed into it before: a moment later. */
function FormWithDrafts({
  account,
  open,
  ...rest
}: Omit<Parameters<typeof ContentForm>[0], 'open'> & {
  account: string;
  open: Omit<OpenForm, 'drafts'>;
}) {
  const drafts = useDraftsAt(account, draftPlace(open.form.kind.table, open.row?.id ?? null));
  if (drafts === undefined) return <div className="min-h-96" />;
  return <ContentForm open={{ ...open, drafts }} {...rest} />;
}
