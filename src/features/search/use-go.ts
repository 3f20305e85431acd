import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import type { UpTo } from '../../ui/growing-list.tsx';
import type { Result } from './results.ts';
import type { Wish } from './reveal.ts';

/** Opens a result. The dialog closes first, because while it is open nothing behind it can be focused. */
export function useGo(onClose: () => void): (result: Result) => void {
  const navigate = useNavigate();
  return useCallback(
    ({ way: { to, leaves, reveal = null, upTo = null } }) => {
      onClose();
      if (leaves === true) window.open(to(), '_blank', 'noopener,noreferrer');
      else navigate(to(), { state: { reveal, upTo } satisfies Wish & UpTo });
    },
    [navigate, onClose],
  );
}
