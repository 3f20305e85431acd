import { TagLink } from '../../ui/pressed-tag.tsx';
import { tagPath } from '../tag-place.ts';

/** A learning's tags, each with the way to all that have it; nothing if there are none. */
export function LearningTags({
  tags,
  onFollow,
}: {
  tags: readonly string[];
  /** Called before the way is gone. */
  onFollow?: (() => void) | undefined;
}) {
  if (tags.length === 0) return null;
  return (
    <ul aria-label="Tags" className="-my-1 flex flex-wrap gap-x-2">
      {tags.map((tag) => (
        <li key={tag} className="max-w-full">
          <TagLink to={tagPath(tag)} onFollow={onFollow}>
            {tag}
          </TagLink>
        </li>
      ))}
    </ul>
  );
}
