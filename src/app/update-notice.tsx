import { type ReactNode, useState } from 'react';
import { UPDATE_LATER_KEY } from '../lib/storage-keys.ts';
import { visitStorage } from '../lib/web-storage.ts';
import { Button } from '../ui/button.tsx';
import { switchToNewVersion, useVersionState, type VersionState } from './new-version.ts';

const words: Record<Exclude<VersionState, 'current'>, string> = {
  waiting: 'There’s a newer version of this site.',
  replaced: 'This tab still shows the old version. Reload when you’re done.',
};

/**
 * A quiet bar that offers a newer version, above the offline strip's place; 'Later' hides it for this session.
 *
 * @param otherwise shown in its place while there is no newer version
 */
export function UpdateNotice({ otherwise }: { otherwise: ReactNode }) {
  const version = useVersionState();
  const [later, setLater] = useState(() => visitStorage.get(UPDATE_LATER_KEY) !== null);
  const shown = version === 'replaced' || (version === 'waiting' && !later);

  const postpone = () => {
    visitStorage.set(UPDATE_LATER_KEY, 'yes');
    setLater(true);
  };

  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-0 z-30 flex justify-center p-4 pb-[calc(3rem+env(safe-area-inset-bottom))] md:left-64 print:hidden"
    >
      {shown ? (
        <div className="pointer-events-auto flex flex-wrap items-center justify-center gap-x-4 gap-y-2 rounded-card border border-hairline bg-surface py-2 pr-2 pl-5 shadow-lifted">
          <p className="text-small">{words[version]}</p>
          {version === 'waiting' ? (
            <div className="flex gap-2">
              <Button look="bare" onClick={postpone}>
                Later
              </Button>
              <Button look="primary" onClick={switchToNewVersion}>
                Update
              </Button>
            </div>
          ) : (
            <Button onClick={() => window.location.reload()}>Reload</Button>
          )}
        </div>
      ) : (
        otherwise
      )}
    </div>
  );
}

/** In the sidebar: the postponed update, still one click away. */
export function UpdateNow() {
  if (useVersionState() !== 'waiting') return null;
  return (
    <Button look="bare" className="justify-start" onClick={switchToNewVersion}>
      Update now
    </Button>
  );
}
