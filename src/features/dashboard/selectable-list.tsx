import { type KeyboardEvent, type ReactNode, useMemo } from 'react';
import type { AnyForm } from '../../content/form/form.ts';
import type { BaseRow, Place } from '../../engine/index.ts';
import { Button } from '../../ui/button.tsx';
import { tickClass } from '../../ui/form-field.tsx';
import { GrowingList } from '../../ui/growing-list.tsx';
import { ManyBar } from './many-bar.tsx';
import { useSelection } from './use-selection.ts';

/** The rows of a list, of which several can be selected, to do one thing to all of them. */
export function SelectableList<Row extends BaseRow>({
  form,
  places,
  onDeleted,
  children,
}: {
  form: AnyForm;
  places: readonly (Place<Row> & { readonly id: string })[];
  onDeleted: (id: string) => void;
  /** A row, with the box that selects it; null while none can be selected. */
  children: (place: Place<Row>, box: ReactNode) => ReactNode;
}) {
  const rows = useMemo(
    () => places.flatMap(({ item, deletion }) => (deletion === null ? item : [])),
    [places],
  );
  const selection = useSelection(rows.map(({ id }) => id));
  const { isOn } = selection;

  return (
    // One block: what sticks to the window's edge in it does so along the whole list.
    <div>
      <div className="-mt-2 -mr-3 flex justify-end">
        <Button look="bare" onClick={isOn ? selection.end : selection.begin}>
          {isOn ? 'Done' : 'Select'}
          <span className="sr-only">{isOn ? ` selecting ${form.many}` : ` ${form.many}`}</span>
        </Button>
      </div>
      {isOn && (
        <ManyBar
          form={form}
          rows={rows}
          selected={rows.filter(({ id }) => selection.has(id))}
          selection={selection}
          onDeleted={onDeleted}
        />
      )}
      {/* The lines are the rows' own: an item of the list is wider by what its focus ring needs. */}
      <GrowingList
        items={places}
        className="border-t border-hairline *:*:border-b *:*:border-hairline"
      >
        {(place) =>
          children(
            place,
            isOn ? (
              <Box
                name={form.name(place.item)}
                isChosen={selection.has(place.id)}
                onChoose={(isChosen, isRange) => selection.choose(place.id, isChosen, isRange)}
              />
            ) : null,
          )
        }
      </GrowingList>
    </div>
  );
}

/** Shift with a click or with Space selects all rows up to this one. */
function Box({
  name,
  isChosen,
  onChoose,
}: {
  name: string;
  isChosen: boolean;
  onChoose: (isChosen: boolean, isRange: boolean) => void;
}) {
  /** Browsers do not agree on whether the click that Space makes says that Shift was down. */
  function onKey(event: KeyboardEvent) {
    if (event.key !== ' ' || !event.shiftKey) return;
    event.preventDefault();
    if (event.type === 'keydown' && !event.repeat) onChoose(!isChosen, true);
  }
  return (
    <label className="-mx-2.5 flex min-h-11 min-w-11 shrink-0 select-none items-center justify-center">
      <span className="sr-only">Select {name}</span>
      <input
        type="checkbox"
        checked={isChosen}
        onKeyDown={onKey}
        onKeyUp={onKey}
        onChange={({ currentTarget, nativeEvent }) =>
          onChoose(currentTarget.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
        className={tickClass}
      />
    </label>
  );
}
