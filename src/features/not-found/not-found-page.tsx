import { useLocation } from 'react-router-dom';
import { NearAddress } from '../../content/near-address.tsx';
import { noIndex } from '../../lib/no-index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { PageColumn } from '../../ui/page-column.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';

/** FRAME-5 */
export function NotFoundPage() {
  const { pathname } = useLocation();
  return (
    <PageColumn>
      <meta {...noIndex} />
      <div className="grid max-w-[34rem] gap-6">
        <TornPage />
        <PageHeading title="Oops! Page not found" />
        <p className="text-prose text-muted">
          This page was torn out, lent to a friend, or never written in the first place. The rest of
          the notebook is still here.
        </p>
        <div>
          <ButtonLink to="/" look="primary">
            Return to Home
          </ButtonLink>
        </div>
        <NearAddress address={pathname} />
      </div>
    </PageColumn>
  );
}

/** A torn sheet: its lower part is gone. */
function TornPage() {
  return (
    <svg viewBox="7 0 306 168" aria-hidden="true" className="w-full max-w-[19rem]">
      <path
        d="M8 2h304v118l-22 14-26-18-30 26-34-20-28 24-36-28-30 20-28-22-34 28-22-16-14 12V2z"
        className="fill-surface stroke-hairline"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <path d="M44 2v130" className="stroke-coral" strokeWidth="2" />
      <path d="M64 92h214M64 112h150" className="stroke-hairline" strokeWidth="2" />
      <text x="64" y="72" className="fill-ink font-display text-[4rem] font-extrabold">
        404
      </text>
    </svg>
  );
}
