import { useState } from 'react';
import { sameTag } from '../../content/resources/resource-filter.ts';
import { TAGS_SHOWN } from '../../lib/limits.ts';
import { Button } from '../../ui/button.tsx';
import { ToggleChip } from '../../ui/toggle-chip.tsx';

/** RESOURCES-5: a toggle button for each tag, which sets the tag search. */
export function PopularTags({
  tags,
  searched,
  onSearch,
}: {
  tags: readonly string[];
  searched: string;
  onSearch: (tag: string) => void;
}) {
  const [showsAll, setShowsAll] = useState(false);
  if (tags.length === 0) return null;
  // The active tag is always shown, so that it can be turned off.
  const shown = showsAll
    ? tags
    : tags.filter((tag, place) => place < TAGS_SHOWN || sameTag(tag, searched));
  return (
    <fieldset className="flex min-w-0 flex-wrap items-center gap-2">
      <legend className="float-left mr-2 text-small text-muted">Popular tags</legend>
      {shown.map((tag) => {
        const pressed = sameTag(tag, searched);
        return (
          <ToggleChip key={tag} pressed={pressed} onToggle={() => onSearch(pressed ? '' : tag)}>
            {tag}
          </ToggleChip>
        );
      })}
      {tags.length > TAGS_SHOWN && (
        <Button look="bare" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? 'Fewer tags' : `All ${tags.length} tags`}
        </Button>
      )}
    </fieldset>
  );
}
