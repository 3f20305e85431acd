import type { ReactNode } from 'react';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { useSyncNow } from './use-sync-now.ts';

/** Takes the place of content that failed to load; Retry syncs now (DIFF-3). */
export function LoadFailure({ children, action }: { children: ReactNode; action?: ReactNode }) {
  const { syncNow, working } = useSyncNow();
  return (
    <Alert
      action={
        <div className="flex flex-wrap gap-3">
          <Button onClick={syncNow} aria-busy={working}>
            Retry
          </Button>
          {action}
        </div>
      }
    >
      {children}
    </Alert>
  );
}
