import type { ReactNode, RefObject } from 'react';
import type { AnyForm } from '../../model/forms/form.ts';
import type { BaseRow } from '../../model/kind.ts';
import type { Content } from '../../store/content.ts';
import { useRequestSync } from '../../store/react.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { ByState } from '../../ui/by-state.tsx';
import { Chip } from '../../ui/chip.tsx';
import { GrowingList } from '../../ui/growing-list.tsx';
import { Note } from '../../ui/note.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { RowMark, useMarks } from './row-mark.tsx';
import { useDelete } from './use-delete.ts';

/** All rows of a kind, each with its buttons. */
export function ContentList<Row extends BaseRow>({
  form,
  content,
  list,
  editedId,
  onEdit,
  onDeleted,
  actions,
}: {
  form: AnyForm;
  content: Content<Row>;
  list: RefObject<HTMLElement | null>;
  editedId: string | null;
  onEdit: (id: string) => void;
  onDeleted: (id: string) => void;
  /** Further buttons of a row. */
  actions: ((row: Row) => ReactNode) | undefined;
}) {
  const requestSync = useRequestSync();
  const markOf = useMarks(form.kind.table);
  const rows = content.state === 'ready' ? content.items : [];
  const { deleteRow, problem } = useDelete(form, rows, list);

  return (
    <>
      {problem !== null && <Alert>{problem}</Alert>}
      <ByState
        content={content}
        loading={<Spinner label={`Loading ${form.many}...`} labelShown />}
        error={
          <Alert action={<Button onClick={() => void requestSync()}>Retry</Button>}>
            {`Failed to load ${form.many}. Please try refreshing the page.`}
          </Alert>
        }
        empty={<Note>{`No ${form.many} added yet.`}</Note>}
      >
        {(items) => (
          <GrowingList items={items} className="divide-y divide-hairline border-y border-hairline">
            {(row) => (
              <div
                data-row={row.id}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2"
              >
                <div className="grid min-w-40 flex-1 gap-0.5 py-1">
                  <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1 font-semibold">
                    <span className="line-clamp-2">{form.name(row)}</span>
                    {row.id === editedId && <Chip tone="idea">editing</Chip>}
                    <RowMark mark={markOf(row.id)} />
                  </p>
                  <About parts={form.about(row)} />
                </div>
                <div className="-mx-3 flex flex-wrap">
                  {actions?.(row)}
                  <Button look="bare" data-part="edit" onClick={() => onEdit(row.id)}>
                    Edit<span className="sr-only"> {form.name(row)}</span>
                  </Button>
                  <Button
                    look="bare"
                    className="text-danger"
                    onClick={async () => {
                      if (await deleteRow(row)) onDeleted(row.id);
                    }}
                  >
                    Delete<span className="sr-only"> {form.name(row)}</span>
                  </Button>
                </div>
              </div>
            )}
          </GrowingList>
        )}
      </ByState>
    </>
  );
}

function About({ parts }: { parts: readonly (string | null)[] }) {
  const words = parts.filter((part) => part !== null && part.trim() !== '').join(' · ');
  return words === '' ? null : <p className="line-clamp-1 text-small text-muted">{words}</p>;
}
