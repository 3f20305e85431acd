import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { NewTabNote } from '../../ui/text-link.tsx';
import type { NewItem } from './new-item.ts';

/** Leads to the item itself, which is scrolled to where its page has others (ui/use-reveal.ts). */
export function NewItemLink({
  item: { way },
  className,
  onGo,
  children,
}: {
  item: NewItem;
  className: string;
  onGo?: () => void;
  children: ReactNode;
}) {
  const { to, leaves, reveal = null, upTo = null } = way;
  if (leaves === true)
    return (
      <a href={to()} target="_blank" rel="noopener noreferrer" className={className}>
        {children}
        <NewTabNote />
      </a>
    );
  return (
    <Link to={to()} state={{ reveal, upTo }} onClick={onGo} className={className}>
      {children}
    </Link>
  );
}
