import { useEffect } from 'react';
import { useKnownOutbox } from '../engine/index.ts';
import { showBadge } from '../lib/badge.ts';

/** On the installed app's icon: how many edits of the signed-in user were refused and need them. */
export function useAppBadge(): void {
  const refused = useKnownOutbox()?.rejected.length;
  useEffect(() => {
    if (refused !== undefined) void showBadge(refused).catch(() => {});
  }, [refused]);
}
