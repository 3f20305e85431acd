import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ToggleChip } from '../../ui/toggle-chip.tsx';
import type { ResourceChoices } from './resource-choices.ts';

const SHOWN_AT_FIRST = 10;

/** Spec section 2, Resources: buttons made of all tags that toggle the tag search, the most used first. */
export function PopularTags({
  tags,
  choices,
}: {
  tags: readonly string[];
  choices: ResourceChoices;
}) {
  const [all, setAll] = useState(false);
  if (tags.length === 0) return null;
  const { tag } = choices.filter;
  return (
    <fieldset className="flex min-w-0 flex-wrap items-center gap-2">
      <legend className="float-left mr-2 text-small text-muted">Popular tags</legend>
      {(all ? tags : tags.slice(0, SHOWN_AT_FIRST)).map((popular) => (
        <ToggleChip
          key={popular}
          pressed={popular === tag}
          onToggle={() => choices.searchTag(popular === tag ? '' : popular)}
        >
          {popular}
        </ToggleChip>
      ))}
      {tags.length > SHOWN_AT_FIRST && (
        <Button look="bare" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Fewer tags' : 'All tags'}
        </Button>
      )}
    </fieldset>
  );
}
