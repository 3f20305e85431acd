import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** In the state of the history's entry to which an address led on by itself. */
export const LED_ON = 'ledOn';

/**
 * Leads on to another page, in the place of this one in the history. The query and the part of the page go along.
 *
 * @param path null to stay
 */
export function useLeadOn(path: string | null): void {
  const navigate = useNavigate();
  const { search, hash } = useLocation();
  useEffect(() => {
    if (path !== null)
      void navigate({ pathname: path, search, hash }, { replace: true, state: { [LED_ON]: true } });
  }, [navigate, path, search, hash]);
}
