import { Card } from './card.tsx';
import { Icon } from './icon.tsx';
import { StretchedLink } from './stretched-link.tsx';

/** What a page ends with: the way to the next one. It waits for what stands above it, which would move it. On paper it leads nowhere. */
export function WayOn({
  name = 'Next',
  why,
  to,
  children,
}: {
  /** The name of the landmark. */
  name?: string;
  /** Stands above the link: what is there, or why it is next. */
  why: string;
  to: string;
  children: string;
}) {
  return (
    <nav aria-label={name} className="after-content print:hidden">
      <Card leads className="flex items-center justify-between gap-4 p-5">
        <div className="grid gap-1">
          <p className="text-small text-muted">{why}</p>
          <p className="line-clamp-2 text-h3 font-semibold">
            <StretchedLink to={to}>{children}</StretchedLink>
          </p>
        </div>
        <Icon name="forward" />
      </Card>
    </nav>
  );
}
