import type { ReactNode } from 'react';
import { Link, NavLink } from 'react-router-dom';
import { site } from '../site.config.ts';
import { AsOf } from './as-of.tsx';
import { Brand } from './brand.tsx';
import { InstallNow } from './install-offer.tsx';
import { useNavLinks } from './nav-links.ts';
import { OutboxCount } from './outbox-count.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import { UpdateNow } from './update-notice.tsx';

/**
 * Brand, links and theme (FRAME-1): in the `aside` of wide screens and in the menu of narrow ones.
 *
 * @param replace whether its links replace the history entry: the open menu has one of its own
 * @param search the search button; narrow screens have another one beside the menu's button
 */
export function Sidebar({
  replace = false,
  search = null,
}: {
  replace?: boolean;
  search?: ReactNode;
}) {
  const navLinks = useNavLinks();
  return (
    <div className="flex min-h-full flex-col gap-8 pt-[max(1.5rem,env(safe-area-inset-top))] pr-4 pb-[max(1rem,env(safe-area-inset-bottom))] pl-[max(1rem,env(safe-area-inset-left))]">
      <div className="px-3">
        <Brand replace={replace} />
        <p className="text-small text-muted">{site.tagline}</p>
      </div>
      {search}
      <nav aria-label="Main">
        <ul className="grid gap-1">
          {navLinks.map(({ to, label }) => (
            <li key={to}>
              <NavLink
                to={to}
                end={to === '/'}
                replace={replace}
                className="flex min-h-11 items-center gap-3 rounded-control px-3 font-medium text-muted transition-colors before:h-4 before:w-0.5 before:rounded-chip hover:text-ink on:bg-sunken on:font-semibold on:text-ink on:before:bg-ink"
              >
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="mt-auto grid gap-3">
        <OutboxCount replace={replace} />
        <div className="px-3">
          <AsOf />
          <Link
            to="/offline"
            replace={replace}
            className="-mx-3 flex min-h-11 items-center rounded-control px-3 text-small text-muted underline underline-offset-4 hover:text-ink"
          >
            On this device
          </Link>
        </div>
        <UpdateNow />
        <InstallNow />
        <ThemeSwitch />
      </div>
    </div>
  );
}
