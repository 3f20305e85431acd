import { useEffect, useState } from 'react';
import { PART_MISSING } from '../lib/part.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { PageColumn } from '../ui/page-column.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { type BringOutcome, bringNewVersion } from './new-version.ts';

const words: Record<Exclude<BringOutcome, 'reloading'>, { title: string; text: string }> = {
  unreachable: {
    title: 'Not on this device yet',
    text: 'This part of the site isn’t saved on your device yet, and there is no connection to fetch it. Everything else works; what you have typed and edited is kept.',
  },
  none: {
    title: 'This part could not be loaded',
    text: 'The connection is there, but this part of the site did not arrive. What you have typed and edited is kept.',
  },
};

let search: Promise<BringOutcome> | null = null;

/** One search at a time: all missing parts have the same cause. */
function bring(): Promise<BringOutcome> {
  search ??= bringNewVersion().finally(() => {
    search = null;
  });
  return search;
}

/** Looks for a newer version whenever any part of the page is missing. @returns a function that stops it */
export function bringWhatIsMissing(): () => void {
  const listener = () => void bring();
  window.addEventListener(PART_MISSING, listener);
  return () => window.removeEventListener(PART_MISSING, listener);
}

/** Replaces a page whose code is not on this device (U3). */
export function MissingPart() {
  const [outcome, setOutcome] = useState<BringOutcome>('reloading');
  useEffect(() => {
    let left = false;
    void bring().then((found) => left || setOutcome(found));
    return () => {
      left = true;
    };
  }, []);

  if (outcome === 'reloading') {
    return (
      <PageColumn>
        <Spinner label="Looking for a newer version of this page…" labelShown />
      </PageColumn>
    );
  }
  const { title, text } = words[outcome];
  return (
    <PageColumn>
      <div className="grid max-w-[40rem] gap-6">
        <PageHeading title={title} />
        <p className="text-prose text-muted">{text}</p>
        <div className="flex flex-wrap gap-3">
          <Button look="primary" onClick={() => window.location.reload()}>
            Try again
          </Button>
          <ButtonLink to="/">Return to Home</ButtonLink>
          <ButtonLink to="/offline">On this device</ButtonLink>
        </div>
      </div>
    </PageColumn>
  );
}
