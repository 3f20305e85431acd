import { NavLink } from 'react-router-dom';
import { site } from '../site.config.ts';

/**
 * FRAME-3, HOME-13: the brand, which leads home. It is not broken within a word: Firefox takes letters that stand closer together for
 * wider than their box, and would.
 *
 * @param props.replace as in sidebar.tsx
 */
export function Brand({ replace = false }: { replace?: boolean }) {
  return (
    <NavLink
      to="/"
      end
      replace={replace}
      aria-label={`${site.brand}, home`}
      className="inline-flex min-h-11 items-center rounded-control font-display text-[1.5rem] leading-none font-extrabold tracking-[-0.03em] wrap-normal"
    >
      {site.brand}
      <span aria-hidden="true" className="text-coral">
        .
      </span>
    </NavLink>
  );
}
