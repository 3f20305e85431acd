import { useContext, useMemo } from 'react';
import { type AnyKind, itemName, list, useContent } from '../../engine/index.ts';
import { Combobox } from '../../ui/combobox.tsx';
import type { ControlProps } from '../../ui/form-field.tsx';
import { KeptBack } from '../../ui/item-marks.tsx';
import { type Field, withoutOptional } from './form.ts';

/** Chooses an item of another kind, or none, of those on this device. */
export function ItemChoice({
  field: { of, column, label, required, none },
  control,
  value,
  onChange,
}: {
  field: Extract<Field, { input: 'item' }>;
  control: ControlProps;
  /** The item's id; blank for none. */
  value: string;
  onChange: (value: string) => void;
}) {
  const content = useContent(list(of));
  const kept = useContext(KeptBack);
  const options = useMemo(
    () =>
      (content.state === 'ready' ? content.items : []).map((item) => ({
        value: item.id,
        label: itemName(of, item),
        mark: kept.get(item.id),
      })),
    [content, of, kept],
  );
  return (
    <Combobox
      control={control}
      name={column}
      label={withoutOptional(label)}
      required={required}
      options={options}
      value={value}
      // It may be deleted or still to come: opening the form must not change the value.
      unknown={unknownWords(content.state)}
      none={required ? null : none}
      onChange={onChange}
    />
  );
}

/** The name of an item, of which only the id is known. */
export function ItemInWords({ of, id }: { of: AnyKind; id: string }) {
  const content = useContent(list(of));
  const items = content.state === 'ready' ? content.items : [];
  const item = items.find((it) => it.id === id);
  return item === undefined ? unknownWords(content.state) : itemName(of, item);
}

function unknownWords(state: string): string {
  return state === 'loading' ? 'Loading…' : 'A deleted item';
}
