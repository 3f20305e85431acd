import { Link } from 'react-router-dom';

/** Higher than the tag, and for fingers higher still (LOOK-5). In a card it lies above the card's own link. */
const around =
  'group relative inline-flex min-h-8 max-w-full items-center rounded-chip pointer-coarse:min-h-11';

/** A tag that does something with the page. */
export function TagButton({ children, onPress }: { children: string; onPress: () => void }) {
  return (
    <button type="button" onClick={onPress} className={around}>
      <Tag>{children}</Tag>
    </button>
  );
}

/** A tag that leads to what has it. */
export function TagLink({
  to,
  onFollow,
  children,
}: {
  to: string;
  onFollow?: (() => void) | undefined;
  children: string;
}) {
  return (
    <Link to={to} onClick={onFollow} className={around}>
      <Tag>{children}</Tag>
    </Link>
  );
}

function Tag({ children }: { children: string }) {
  return (
    <span className="truncate rounded-chip border border-hairline bg-sunken px-2 py-0.5 text-micro font-medium text-muted transition-colors group-hover:border-ink group-hover:text-ink">
      {children}
    </span>
  );
}
