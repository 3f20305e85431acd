import { useRef } from 'react';
import { type ResourceType, resourceTypes } from '../../content/resources/resources.ts';
import { Button } from '../../ui/button.tsx';
import { ToggleChip } from '../../ui/toggle-chip.tsx';

/** RESOURCES-3: one type or all of them. */
export function TypeChoice({
  type,
  onChoose,
}: {
  type: ResourceType | null;
  onChoose: (type: ResourceType | null) => void;
}) {
  const group = useRef<HTMLFieldSetElement>(null);
  const clear = () => {
    // The button disappears with the filter, so the focus moves to the choice that was active.
    group.current?.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus();
    onChoose(null);
  };
  return (
    <fieldset ref={group} className="flex min-w-0 flex-wrap items-center gap-2">
      <legend className="sr-only">Filter by type</legend>
      {resourceTypes.map((known) => (
        <ToggleChip
          key={known}
          pressed={known === type}
          onToggle={() => onChoose(known === type ? null : known)}
        >
          {known}
        </ToggleChip>
      ))}
      {type !== null && (
        <Button look="bare" onClick={clear}>
          Clear filter
        </Button>
      )}
    </fieldset>
  );
}
