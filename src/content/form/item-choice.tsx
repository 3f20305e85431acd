import { useContext, useMemo } from 'react';
import { itemName, list, useContent } from '../../engine/index.ts';
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
      unknown={content.state === 'loading' ? 'Loading…' : 'A deleted item'}
      none={required ? null : none}
      onChange={onChange}
    />
  );
}
