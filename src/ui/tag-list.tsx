import { Chip } from './chip.tsx';

/** Tags in a row; nothing if there are none. */
export function TagList({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <ul aria-label="Tags" className="flex flex-wrap gap-2">
      {tags.map((tag) => (
        <li key={tag} className="max-w-full">
          <Chip>{tag}</Chip>
        </li>
      ))}
    </ul>
  );
}
