import { type ReactNode, type RefObject, useMemo, useState } from 'react';
import { type AnyForm, deletedWords } from '../../content/form/form.ts';
import { keptBackWords } from '../../content/form/kept-back-words.ts';
import { canBeKeptBack, publishedTime } from '../../content/form/publishing.ts';
import { writingAddress } from '../../content/forms.ts';
import { LoadFailure } from '../../content/load-failure.tsx';
import type { ItemPage } from '../../content/page-links/item-pages.ts';
import { historyOf } from '../../content/past/past-addresses.ts';
import { useAttend } from '../../engine/editing.ts';
import { type BaseRow, type Content, find, type Place, useContent } from '../../engine/index.ts';
import { inThousands } from '../../lib/in-words.ts';
import { isInvisible } from '../../lib/invisible.ts';
import { MINUTE_MS } from '../../lib/limits.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ByState } from '../../ui/by-state.tsx';
import { Chip } from '../../ui/chip.tsx';
import { DeletedPlace } from '../../ui/deleted-place.tsx';
import { Note } from '../../ui/note.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useNow } from '../../ui/use-now.ts';
import { useRefocus } from '../../ui/use-refocus.ts';
import { FilteredRows } from './filtered-rows.tsx';
import { type Mark, RowMark, useMarks } from './row-mark.tsx';
import { SelectableList } from './selectable-list.tsx';
import { useDelete } from './use-delete.ts';

/** All rows of a kind with their buttons; a deleted row is replaced by its Undo (E15). */
export function ContentList<Row extends BaseRow>({
  form,
  content,
  list,
  editedId,
  hasDraft,
  onEdit,
  onDeleted,
  pages,
  actions,
}: {
  form: AnyForm;
  content: Content<Place<Row>>;
  list: RefObject<HTMLElement | null>;
  editedId: string | null;
  hasDraft: (id: string) => boolean;
  onEdit: (id: string) => void;
  onDeleted: (id: string) => void;
  /** Where the site shows items. */
  pages: readonly ItemPage[];
  /** More buttons for a row. */
  actions: ((row: Row) => ReactNode) | undefined;
}) {
  const attend = useAttend();
  const markOf = useMarks(form.kind.table);
  const { deleteRow, takeBack, problem } = useDelete(form);
  const refocus = useRefocus(list);
  const pageOf = usePagesSoFar(pages);

  return (
    <>
      {problem !== null && <Alert>{problem}</Alert>}
      <ByState
        content={content}
        loading={<Spinner label={`Loading ${form.many}...`} labelShown />}
        error={
          <LoadFailure>{`Failed to load ${form.many}. Please try refreshing the page.`}</LoadFailure>
        }
        empty={<Note>{`No ${form.many} added yet.`}</Note>}
      >
        {(all) => (
          <FilteredRows form={form} places={all}>
            {(found) => (
              <SelectableList form={form} places={found} onDeleted={onDeleted}>
                {({ item: row, deletion }, box) => {
                  const line = (
                    <Line
                      form={form}
                      row={row}
                      box={box}
                      isEdited={row.id === editedId}
                      hasDraft={hasDraft(row.id)}
                      mark={markOf(row.id, deletion === null ? 0 : 1)}
                      page={pageOf.get(row.id)}
                      actions={actions?.(row)}
                      onEdit={() => onEdit(row.id)}
                      onDelete={async () => {
                        if (!(await deleteRow(row))) return;
                        refocus([`[data-row="${row.id}"] [data-part=deleted]`]);
                        onDeleted(row.id);
                      }}
                    />
                  );
                  return (
                    <div data-row={row.id} className="py-2">
                      {deletion === null ? (
                        line
                      ) : (
                        <DeletedPlace
                          name={form.name(row)}
                          words={
                            <DeletedWords form={form} row={row} of={deletion.changes.length} />
                          }
                          onUndo={() => takeBack(deletion.id, row)}
                          onAttend={(isAttended) => attend(deletion.id, isAttended)}
                          onLeaveWithFocus={() => refocus(nearTo(row.id, found))}
                        >
                          {line}
                        </DeletedPlace>
                      )}
                    </div>
                  );
                }}
              </SelectableList>
            )}
          </FilteredRows>
        )}
      </ByState>
    </>
  );
}

/** With the pages of rows that were deleted since: beneath its Undo such a row is as high as before, with all of its buttons. */
function usePagesSoFar(pages: readonly ItemPage[]): ReadonlyMap<string, ItemPage> {
  const [known, setKnown] = useState<ReadonlyMap<string, ItemPage>>(() => new Map());
  const all = useMemo(
    () => new Map([...known, ...pages.map((page) => [page.id, page] as const)]),
    [known, pages],
  );
  if (all.size > known.size) setKnown(all);
  return all;
}

/** Where the focus goes when a deleted row's place disappears: to the restored row, or to the next or previous one. */
function nearTo(id: string, places: readonly Place<BaseRow>[]): string[] {
  const at = places.findIndex(({ item }) => item.id === id);
  const near = [...places.slice(at), ...places.slice(0, at).toReversed()];
  return [...near.map(({ item }) => `[data-row="${item.id}"] [data-part=edit]`), 'h3'];
}

function Line<Row extends BaseRow>({
  form,
  row,
  box,
  isEdited,
  hasDraft,
  mark,
  page,
  actions,
  onEdit,
  onDelete,
}: {
  form: AnyForm;
  row: Row;
  /** The box that selects it; null while none can be selected. */
  box: ReactNode;
  isEdited: boolean;
  /** The row has an unfinished draft. */
  hasDraft: boolean;
  mark: Mark | null;
  page: ItemPage | undefined;
  actions: ReactNode;
  onEdit: () => void;
  onDelete: () => void;
}) {
  const write = writingAddress(form, row.id);
  useNow(MINUTE_MS);
  // It may have gone out since the last full minute.
  const keptBack = canBeKeptBack(form) ? keptBackWords(publishedTime(form, row), Date.now()) : null;
  // Some addresses take a search through whole lists.
  const view = useMemo(() => page?.address(), [page]);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      {box}
      <div className="grid min-w-40 flex-1 gap-0.5 py-1">
        <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1 font-semibold">
          <span className="line-clamp-2">{form.name(row)}</span>
          {isEdited && <Chip tone="idea">editing</Chip>}
          {!isEdited && hasDraft && <Chip tone="idea">unsaved draft</Chip>}
          {keptBack !== null && <Chip tone="idea">{keptBack}</Chip>}
          <RowMark mark={mark} />
        </p>
        <About parts={form.about(row)} />
      </div>
      <div className="-mx-3 flex flex-wrap">
        {actions}
        {view !== undefined && (
          <ButtonLink look="bare" to={view}>
            View<span className="sr-only"> {form.name(row)}</span>
          </ButtonLink>
        )}
        {write !== null && (
          <ButtonLink look="bare" to={write}>
            Write<span className="sr-only"> {form.name(row)}</span>
          </ButtonLink>
        )}
        <ButtonLink look="bare" to={historyOf(form.kind.table, row.id)}>
          History<span className="sr-only"> of {form.name(row)}</span>
        </ButtonLink>
        <Button look="bare" data-part="edit" onClick={onEdit}>
          Edit<span className="sr-only"> {form.name(row)}</span>
        </Button>
        <Button look="bare" className="text-danger" onClick={onDelete}>
          Delete<span className="sr-only"> {form.name(row)}</span>
        </Button>
      </div>
    </div>
  );
}

/** What was deleted, how many items of another kind go with it, and how many rows its Undo brings back if it is not the only one. */
function DeletedWords({ form, row, of }: { form: AnyForm; row: BaseRow; of: number }) {
  const others = of > 1 ? ` (Undo brings back all ${inThousands(of)})` : '';
  if (form.along === undefined) return deletedWords(form, row, 0) + others;
  return (
    <>
      <DeletedAlong form={form} along={form.along} row={row} />
      {others}
    </>
  );
}

function DeletedAlong({
  form,
  along,
  row,
}: {
  form: AnyForm;
  along: NonNullable<AnyForm['along']>;
  row: BaseRow;
}) {
  const content = useContent(find(along.of.kind, along.lookup, row.id));
  return deletedWords(form, row, content.state === 'ready' ? content.items.length : 0);
}

function About({ parts }: { parts: readonly (string | null)[] }) {
  const words = parts.filter((part) => part !== null && !isInvisible(part)).join(' · ');
  return words === '' ? null : <p className="line-clamp-1 text-small text-muted">{words}</p>;
}
