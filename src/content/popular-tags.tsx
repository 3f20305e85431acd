import { Fragment, type ReactNode, useState } from 'react';
import { TAGS_SHOWN } from '../lib/limits.ts';
import { Button } from '../ui/button.tsx';
import { sameTag, type TagUse } from './tags.ts';

/** RESOURCES-5, LEARNINGS-4: the most used tags, and all on request. */
export function PopularTags({
  tags,
  searched,
  children,
}: {
  /** The most used first. */
  tags: readonly TagUse[];
  /** The tag that is in use. It is always shown, so that it can be turned off. */
  searched: string;
  /** Renders a tag. */
  children: (tag: TagUse, isSearched: boolean) => ReactNode;
}) {
  const [showsAll, setShowsAll] = useState(false);
  if (tags.length === 0) return null;
  const shown = showsAll
    ? tags
    : tags.filter(({ tag }, place) => place < TAGS_SHOWN || sameTag(tag, searched));
  return (
    <fieldset className="flex min-w-0 flex-wrap items-center gap-2">
      <legend className="float-left mr-2 text-small text-muted">Popular tags</legend>
      {shown.map((use) => (
        <Fragment key={use.tag}>{children(use, sameTag(use.tag, searched))}</Fragment>
      ))}
      {tags.length > TAGS_SHOWN && (
        <Button look="bare" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? 'Fewer tags' : `All ${tags.length} tags`}
        </Button>
      )}
    </fieldset>
  );
}
