import { useId } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { inState, THIS_VISIT } from '../lib/history-entry.ts';

/**
 * Which of some pictures is enlarged. Opening one adds an entry to the browser's history, like the menu (app/menu.tsx), so Back
 * closes it.
 */
export function useEnlarged() {
  const location = useLocation();
  const navigate = useNavigate();
  const own = `${THIS_VISIT} ${useId()} `;
  const entry = inState(location.state, 'picture');
  return {
    /** As it was given to `enlarge`, or null. */
    enlarged: typeof entry === 'string' && entry.startsWith(own) ? entry.slice(own.length) : null,
    enlarge(which: string) {
      const { pathname, search, hash } = location;
      const state = { ...Object(location.state), picture: `${own}${which}` };
      navigate({ pathname, search, hash }, { state, preventScrollReset: true });
    },
    close: () => navigate(-1),
  };
}
