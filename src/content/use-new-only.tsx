import { type ReactNode, useContext, useState } from 'react';
import { NewsContext } from '../ui/news.tsx';
import { ToggleChip } from '../ui/toggle-chip.tsx';
import { useUrlParameter } from '../ui/url-parameter.ts';

/**
 * A list's filter for what is new (NEWS-4), and its chip, the first one of the list: it stands right behind the number of items, and
 * is no higher than that line of 20 px, so it moves nothing when it appears. The choice is in the address, so Back keeps it. An
 * address that is opened anew shows the whole list: what is new becomes known only later, and would move the list.
 */
export function useNewOnly<Item extends { readonly id: string }>(
  found: readonly Item[],
): { readonly items: readonly Item[]; readonly chip: ReactNode } {
  const { ids } = useContext(NewsContext);
  const { value, choose } = useUrlParameter('new');
  const [isKnown, setKnown] = useState(ids.size > 0);
  const isOn = isKnown && ids.size > 0 && value !== '';
  const fresh = found.filter(({ id }) => ids.has(id));
  const toggle = () => {
    setKnown(true);
    if (isOn === (value !== '')) choose(isOn ? '' : '1');
  };
  const chip = (isOn || fresh.length > 0) && (
    <div className="-my-3 flex print:hidden">
      <ToggleChip pressed={isOn} onToggle={toggle}>
        {`New (${fresh.length})`}
      </ToggleChip>
    </div>
  );
  return { items: isOn ? fresh : found, chip };
}
