import { type ReactNode, type RefObject, useMemo } from 'react';
import { type AnyForm, deletedWords } from '../../content/form/form.ts';
import { LoadFailure } from '../../content/load-failure.tsx';
import type { ItemPage } from '../../content/page-links/item-pages.ts';
import { useAttend } from '../../engine/editing.ts';
import { type BaseRow, type Content, find, type Place, useContent } from '../../engine/index.ts';
import { inThousands } from '../../lib/in-words.ts';
import { Alert } from '../../ui/alert.tsx';
import { ByState } from '../../ui/by-state.tsx';
import { DeletedPlace } from '../../ui/deleted-place.tsx';
import type { MenuGroup } from '../../ui/menu-button.tsx';
import { Note } from '../../ui/note.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useRefocus } from '../../ui/use-refocus.ts';
import { ContentRow } from './content-row.tsx';
import { type Arrangement, DraggableRow, DraggableRows } from './draggable-rows.tsx';
import { FilteredRows } from './filtered-rows.tsx';
import { useMarks } from './row-mark.tsx';
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
  menu,
  arrangement,
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
  /** More for a row's menu. */
  menu: ((row: Row) => readonly MenuGroup[]) | undefined;
  /** How its rows are moved while the list is whole and in its own order. */
  arrangement: Arrangement<Row> | undefined;
}) {
  const attend = useAttend();
  const markOf = useMarks(form.kind.table);
  const { deleteRow, takeBack, problem } = useDelete(form);
  const refocus = useRefocus(list);
  const pageOf = useMemo(() => new Map(pages.map((page) => [page.id, page])), [pages]);

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
              <DraggableRows arrangement={arrangement} isOn={isSameOrder(found, all)}>
                <SelectableList form={form} places={found} onDeleted={onDeleted}>
                  {({ item: row, deletion }, box) => (
                    <DraggableRow id={row.id} isOff={box !== null || deletion !== null}>
                      {(grip, handle) => {
                        const line = (
                          <ContentRow
                            form={form}
                            row={row}
                            box={box}
                            grip={grip}
                            handle={handle}
                            isEdited={row.id === editedId}
                            hasDraft={hasDraft(row.id)}
                            mark={markOf(row.id, deletion === null ? 0 : 1)}
                            page={pageOf.get(row.id)}
                            actions={actions?.(row)}
                            menu={() => menu?.(row) ?? []}
                            onEdit={() => onEdit(row.id)}
                            onDelete={async () => {
                              if (!(await deleteRow(row))) return;
                              refocus([`[data-row="${row.id}"] [data-part=deleted]`]);
                              onDeleted(row.id);
                            }}
                          />
                        );
                        return deletion === null ? (
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
                        );
                      }}
                    </DraggableRow>
                  )}
                </SelectableList>
              </DraggableRows>
            )}
          </FilteredRows>
        )}
      </ByState>
    </>
  );
}

function isSameOrder(some: readonly Place<BaseRow>[], all: readonly Place<BaseRow>[]): boolean {
  return some.length === all.length && some.every(({ item }, i) => item.id === all[i]?.item.id);
}

/** Where the focus goes when a deleted row's place disappears: to the restored row, or to the next or previous one. */
function nearTo(id: string, places: readonly Place<BaseRow>[]): string[] {
  const at = places.findIndex(({ item }) => item.id === id);
  const near = [...places.slice(at), ...places.slice(0, at).toReversed()];
  return [...near.map(({ item }) => `[data-row="${item.id}"] [data-part=edit]`), 'h3'];
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
