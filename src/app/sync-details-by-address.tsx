import { createContext, lazy, Suspense, useContext } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useAccount } from '../engine/index.ts';
import type { EventLog } from '../lib/event-log.ts';
import { loadPart } from '../lib/part.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Spinner } from '../ui/spinner.tsx';

/** Facts about the sync that only the composition root knows. */
export interface Diagnostics {
  readonly backendUrl: string;
  readonly events: EventLog;
}

export const DiagnosticsContext = createContext<Diagnostics | null>(null);

/** Only engineers download it. */
const Details = lazy(async () => {
  try {
    const part = await loadPart(() => import('../features/sync-details/sync-details.tsx'));
    return { default: part.SyncDetails };
  } catch {
    // The page behind keeps working.
    return { default: NotHere };
  }
});

function NotHere({ onClose }: { onClose: () => void }) {
  return (
    <div className="grid justify-items-start gap-4 p-5">
      <p>The sync details aren’t saved on this device yet. You need to be online the first time.</p>
      <Button onClick={onClose}>Close</Button>
    </div>
  );
}

/** The query parameter that opens the details on any page. */
export const DEBUG = 'debug';

/** Whether the reader can do something about a failure: an admin, or a developer on this machine. */
export function useIsEngineer(): boolean {
  const isAdmin = useAccount()?.isAdmin === true;
  return isAdmin || ['localhost', '127.0.0.1', '[::1]'].includes(window.location.hostname);
}

/** The engineer's view of the sync, over any page with `?debug` in its address. */
export function SyncDetailsDialog() {
  const diagnostics = useContext(DiagnosticsContext);
  const [parameters, setParameters] = useSearchParams();
  const isOpen = diagnostics !== null && parameters.has(DEBUG);
  const close = () =>
    setParameters(
      (now) => {
        now.delete(DEBUG);
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <Dialog open={isOpen} onClose={close} label="Sync details">
      {isOpen && (
        <Suspense fallback={<Spinner label="Loading details" />}>
          <Details
            backendUrl={diagnostics.backendUrl}
            listEvents={diagnostics.events.list}
            onClose={close}
          />
        </Suspense>
      )}
    </Dialog>
  );
}
