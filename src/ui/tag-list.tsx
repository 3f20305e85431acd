import { TagLink } from './pressed-tag.tsx';

/** Tags in a row, each with the way to all that has it; nothing if there are none. */
export function TagList({
  tags,
  toTag,
  onFollow,
}: {
  tags: readonly string[];
  /** The address of what has a tag. */
  toTag: (tag: string) => string;
  /** Called before the way is gone. */
  onFollow?: (() => void) | undefined;
}) {
  if (tags.length === 0) return null;
  return (
    <ul aria-label="Tags" className="-my-1 flex flex-wrap gap-x-2">
      {tags.map((tag) => (
        <li key={tag} className="max-w-full">
          <TagLink to={toTag(tag)} onFollow={onFollow}>
            {tag}
          </TagLink>
        </li>
      ))}
    </ul>
  );
}
