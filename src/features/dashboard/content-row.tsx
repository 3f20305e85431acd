import { type HTMLAttributes, type ReactNode, useRef } from 'react';
import type { AnyForm } from '../../content/form/form.ts';
import { keptBackWords } from '../../content/form/kept-back-words.ts';
import { canBeKeptBack, publishedTime } from '../../content/form/publishing.ts';
import { writingAddress } from '../../content/forms.ts';
import type { ItemPage } from '../../content/page-links/item-pages.ts';
import { historyOf } from '../../content/past/past-addresses.ts';
import type { BaseRow } from '../../engine/index.ts';
import { isInvisible } from '../../lib/invisible.ts';
import { MINUTE_MS } from '../../lib/limits.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { MenuButton, type MenuGroup } from '../../ui/menu-button.tsx';
import { useNow } from '../../ui/use-now.ts';
import { type Mark, RowMark } from './row-mark.tsx';

/**
 * A row of the dashboard: its name, what there is to know of it, what is done most, and a menu with all else. On a
 * phone Delete is in the menu, too.
 */
export function ContentRow<Row extends BaseRow>({
  form,
  row,
  box,
  grip,
  handle,
  isEdited,
  hasDraft,
  mark,
  page,
  actions,
  menu,
  onEdit,
  onDelete,
}: {
  form: AnyForm;
  row: Row;
  /** The box that selects it; null while none can be selected. */
  box: ReactNode;
  /** What moves it in the list; null where nothing does. */
  grip: ReactNode;
  /** Makes its name move it, too. */
  handle: HTMLAttributes<HTMLElement> | null;
  isEdited: boolean;
  /** The row has an unfinished draft. */
  hasDraft: boolean;
  mark: Mark | null;
  page: ItemPage | undefined;
  actions: ReactNode;
  /** More for its menu; called when it opens. */
  menu: () => readonly MenuGroup[];
  onEdit: () => void;
  onDelete: () => void;
}) {
  useNow(MINUTE_MS);
  // It may have gone out since the last full minute.
  const keptBack = canBeKeptBack(form) ? keptBackWords(publishedTime(form, row), Date.now()) : null;
  const deleteButton = useRef<HTMLButtonElement>(null);

  function groups(): readonly MenuGroup[] {
    const write = writingAddress(form, row.id);
    const deletes = { label: 'Delete', look: 'danger', onSelect: onDelete } as const;
    return [
      {
        label: 'Pages',
        items: [
          ...(page === undefined ? [] : [{ label: 'View', to: page.address() }]),
          ...(write === null ? [] : [{ label: 'Write', to: write }]),
          { label: 'History', to: historyOf(form.kind.table, row.id) },
        ],
      },
      ...menu(),
      ...(isHidden(deleteButton.current) ? [{ label: `This ${form.one}`, items: [deletes] }] : []),
    ];
  }

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      {box}
      {grip}
      <div
        {...handle}
        className={`grid min-w-40 flex-1 gap-0.5 py-1 ${handle === null ? '' : 'cursor-grab touch-manipulation select-none [-webkit-touch-callout:none]'}`}
      >
        <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1 font-semibold">
          <span className="line-clamp-2">{form.name(row)}</span>
          {isEdited && <Chip tone="idea">editing</Chip>}
          {!isEdited && hasDraft && <Chip tone="idea">unsaved draft</Chip>}
          {keptBack !== null && <Chip tone="idea">{keptBack}</Chip>}
          <RowMark mark={mark} />
        </p>
        <About parts={form.about(row)} />
      </div>
      {actions !== undefined && (
        <div className="-mx-3 @max-sm:order-last @max-sm:basis-full">{actions}</div>
      )}
      <div className="-mx-3 flex">
        <Button look="bare" data-part="edit" onClick={onEdit}>
          Edit<span className="sr-only"> {form.name(row)}</span>
        </Button>
        <Button ref={deleteButton} look="deletes" className="@max-sm:hidden" onClick={onDelete}>
          Delete<span className="sr-only"> {form.name(row)}</span>
        </Button>
        <MenuButton label={`More for ${form.name(row)}`} icon="more" part="more" groups={groups} />
      </div>
    </div>
  );
}

/** What a row has no room for is in its menu. */
function isHidden(element: HTMLElement | null): boolean {
  return element !== null && getComputedStyle(element).display === 'none';
}

function About({ parts }: { parts: readonly (string | null)[] }) {
  const words = parts.filter((part) => part !== null && !isInvisible(part)).join(' · ');
  return words === '' ? null : <p className="line-clamp-1 text-small text-muted">{words}</p>;
}
