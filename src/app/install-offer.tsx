import { useEffect, useState } from 'react';
import { READING_MS } from '../lib/limits.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { askToInstall, declineInstall, hasDeclinedInstall, useInstallWay } from './install.ts';

const byHand =
  'Tap the Share button of the browser, then “Add to Home Screen”. The site then opens like an app, offline too.';

/**
 * A quiet offer to install the site (P1), in the place of the notice about a newer version, which goes first. It appears
 * from the second visit on, or after a minute of reading. A no is remembered for 90 days.
 *
 * @param visits how many there were on this device, including this one
 */
export function InstallOffer({ visits }: { visits: number }) {
  const way = useInstallWay();
  const [isDeclined, setDeclined] = useState(() => hasDeclinedInstall(Date.now()));
  const [hasRead, setHasRead] = useState(visits > 1);
  useEffect(() => {
    const timer = setTimeout(() => setHasRead(true), READING_MS);
    return () => clearTimeout(timer);
  }, []);

  if (way === 'none' || isDeclined || !hasRead) return null;
  const decline = () => {
    declineInstall(Date.now());
    setDeclined(true);
  };
  return (
    <section
      aria-label="Install"
      className="pointer-events-auto flex max-w-[36rem] flex-wrap items-center justify-center gap-x-4 gap-y-2 rounded-card border border-hairline bg-surface py-2 pr-2 pl-5 shadow-lifted"
    >
      <p className="text-small">
        {way === 'by hand'
          ? `Keep this site on your home screen: ${byHand}`
          : 'Install this site, to open it like an app.'}
      </p>
      <div className="flex gap-2">
        <Button look="bare" onClick={decline}>
          {way === 'by hand' ? 'Got it' : 'Not now'}
        </Button>
        {way === 'asks' && (
          <Button onClick={() => void askToInstall().then(() => setDeclined(true))}>Install</Button>
        )}
      </div>
    </section>
  );
}

/** In the sidebar, for as long as the site can be installed. */
export function InstallNow() {
  const way = useInstallWay();
  const [isShown, setShown] = useState(false);
  if (way === 'none') return null;
  return (
    <>
      <Button
        look="bare"
        className="justify-start"
        onClick={() => (way === 'asks' ? void askToInstall() : setShown(true))}
      >
        Install this site
      </Button>
      <Dialog open={isShown} onClose={() => setShown(false)} label="Install this site">
        <div className="grid justify-items-start gap-4 p-5">
          <h2 className="text-h3">Install this site</h2>
          <p>{byHand}</p>
          <Button onClick={() => setShown(false)}>Close</Button>
        </div>
      </Dialog>
    </>
  );
}
