import { type ReactNode, useCallback, useId, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { capital, type Form } from '../../content/form/form.ts';
import type { OpenForm } from '../../content/form/use-content-form.ts';
import { useOpenRow } from '../../content/form/use-open-row.ts';
import { editOf, writingAddress } from '../../content/forms.ts';
import { useItemPages } from '../../content/page-links/use-item-pages.ts';
import {
  draftPlace,
  useDraftPlaces,
  useDraftsAt,
  useEditor,
  usePlaces,
} from '../../engine/editing.ts';
import { type BaseRow, type Draft, list, useAccount } from '../../engine/index.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import type { MenuGroup } from '../../ui/menu-button.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { ContentForm, type FieldExtra } from './content-form.tsx';
import { ContentList } from './content-list.tsx';
import type { Arrangement } from './draggable-rows.tsx';
import { UnfoundNames } from './unfound-names.tsx';
import type { Edited } from './use-place.ts';

/**
 * A kind's form and its rows, side by side on wide screens. On narrow ones the rows come first and the form
 * opens on request.
 */
export function ContentPanel<Row extends BaseRow>({
  form,
  edited,
  extra,
  actions,
  menu,
  arrangement,
}: {
  form: Form<Row>;
  edited: Edited;
  extra?: FieldExtra;
  actions?: (row: Row) => ReactNode;
  menu?: (row: Row) => readonly MenuGroup[];
  arrangement?: Arrangement<Row>;
}) {
  const editor = useEditor();
  const account = useAccount();
  const content = usePlaces(list(form.rowKind));
  const pages = useItemPages() ?? none;
  const places = content.state === 'ready' ? content.items : [];
  const rows = places.flatMap(({ item, deletion }) => (deletion === null ? item : []));
  const { row, isGone } = useOpenRow(rows, edited.id);
  const { table } = form.kind;
  const adding = editOf(table, null);
  const write = writingAddress(form, row?.id ?? null);
  const isOpen = row !== null || edited.id === adding;
  const draftPlaces = useDraftPlaces(account?.userId);
  const hasDraft = (id: string | null) => draftPlaces.has(draftPlace(table, id));
  /** The row whose form was just opened and should get the focus. */
  const [asked, setAsked] = useState<string | null>(null);
  /** Incremented to reopen the form with a restored draft. */
  const [round, setRound] = useState(0);
  /** A row whose form has begun as that of a new one. */
  const [sitting, setSitting] = useState({ id: '', key: '' });
  const formKey = sitting.id !== '' && sitting.id === edited.id ? sitting.key : (row?.id ?? 'new');
  const shownId = useRef(edited.id);
  useLayoutEffect(() => {
    shownId.current = edited.id;
  });
  const savedAt = useRef(Number.NEGATIVE_INFINITY);
  const listElement = useRef<HTMLElement>(null);
  const newButton = useRef<HTMLButtonElement>(null);
  const [formLabel, listLabel] = [useId(), useId()];

  /** Closes the form. Text that was neither saved nor discarded stays a draft. */
  function close() {
    const editButton = `[data-row="${row?.id}"] [data-part=edit]`;
    const target = listElement.current?.querySelector<HTMLElement>(editButton);
    if (row !== null) (target ?? listElement.current?.querySelector('h3'))?.focus();
    setAsked(null);
    edited.close();
    // If the button is hidden the form stays on the screen, and so does the focus.
    if (row === null) newButton.current?.focus();
  }

  function open(id: string) {
    setAsked(id);
    if (id !== edited.id) edited.open(id);
  }

  /** The form of a new row goes on as that of the row, as it is. */
  function onStay(id: string) {
    if (id === edited.id) return;
    flushSync(() => {
      setSitting({ id, key: formKey });
      edited.become(id);
    });
  }

  const onRestore = useCallback(
    async (draft: Draft, gone?: string) => {
      await editor.drafts.give(draft, draft).catch(() => {});
      const id = draft.place.slice(draft.place.indexOf('/') + 1);
      if (id !== 'new') edited.open(id);
      else if (gone !== undefined && shownId.current === gone) edited.become(adding);
      setRound((held) => held + 1);
    },
    [editor, edited.open, edited.become, adding],
  );

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-12 @3xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <section
        className={`${isOpen ? 'grid' : 'hidden @3xl:grid'} grid-cols-[minmax(0,1fr)] content-start gap-5`}
      >
        <div className="flex min-h-11 items-baseline gap-4 @3xl:min-h-0">
          <div className="flex flex-1 flex-wrap items-center justify-between gap-x-4">
            <h3 id={formLabel} className="text-h3">
              {row === null ? `New ${form.one}` : `Edit ${form.one}`}
            </h3>
            {write !== null && <TextLink to={write}>Open in the writing view</TextLink>}
          </div>
          <Button look="bare" className="-mr-3 @3xl:hidden" onClick={close}>
            Close<span className="sr-only"> the form of the {form.one}</span>
          </Button>
        </div>
        {/* Keyed by account: one account must not see what another has typed. */}
        {account && (
          <FormWithDrafts
            key={`${formKey} ${account.userId} ${round}`}
            account={account.userId}
            labelId={formLabel}
            takesFocus={isOpen && asked === edited.id}
            extra={extra}
            open={{
              form,
              row,
              isGone,
              rows,
              savedAt,
              onDone: isOpen ? close : () => {},
              stays: false,
              onStay,
              onRestore,
            }}
          />
        )}
      </section>
      <section
        ref={listElement}
        aria-labelledby={listLabel}
        className="grid grid-cols-[minmax(0,1fr)] content-start gap-5"
      >
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-2 @3xl:min-h-0">
          <h3 id={listLabel} tabIndex={-1} className="text-h3">
            {capital(form.many)}
          </h3>
          {edited.id !== adding && (
            <Button
              ref={newButton}
              className="max-xs:px-3 @3xl:hidden"
              onClick={() => open(adding)}
            >
              <span className="flex items-center gap-2">
                New {form.one}
                {hasDraft(null) && <Chip tone="idea">unsaved draft</Chip>}
              </span>
            </Button>
          )}
        </div>
        <UnfoundNames rows={rows} pages={pages} />
        <ContentList
          form={form}
          content={content}
          list={listElement}
          editedId={row?.id ?? null}
          hasDraft={hasDraft}
          onEdit={open}
          onDeleted={(id) => id === edited.id && edited.close()}
          pages={pages}
          actions={actions}
          menu={menu}
          arrangement={arrangement}
        />
      </section>
    </div>
  );
}

const none: readonly never[] = [];

/** The form, once its draft has been read. */
function FormWithDrafts({
  account,
  open,
  ...rest
}: Omit<Parameters<typeof ContentForm>[0], 'open'> & {
  account: string;
  open: Omit<OpenForm, 'drafts'>;
}) {
  const drafts = useDraftsAt(account, draftPlace(open.form.kind.table, open.row?.id ?? null));
  if (drafts === undefined) return <div className="min-h-96" data-loading />;
  return <ContentForm open={{ ...open, drafts }} {...rest} />;
}
