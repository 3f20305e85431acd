import { useEffect, useState } from 'react';
import { useAuth } from '../../engine/editing.ts';

/** The number of admins on the server; `checking` while it is asked, `unknown` if it does not answer. */
export type AdminCount = number | 'checking' | 'unknown';

export function useAdminCount(): AdminCount {
  const auth = useAuth();
  const [count, setCount] = useState<AdminCount>('checking');
  useEffect(() => {
    let gone = false;
    const told = (answer: AdminCount) => {
      if (!gone) setCount(answer);
    };
    auth.adminCount().then(told, () => told('unknown'));
    return () => {
      gone = true;
    };
  }, [auth]);
  return count;
}
