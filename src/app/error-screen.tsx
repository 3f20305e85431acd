import { inSite } from '../lib/in-site.ts';
import { PartMissing } from '../lib/part.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { PageColumn } from '../ui/page-column.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { MissingPart } from './missing-part.tsx';

/** Replaces a page, or the whole site, that failed to render (FRAME-6). */
export function ErrorScreen({ error }: { error: unknown }) {
  if (error instanceof PartMissing) return <MissingPart />;
  return (
    <PageColumn>
      <div className="grid max-w-[40rem] gap-6">
        <PageHeading title="Unexpected Application Error!" />
        <p className="text-prose text-muted">
          Something in this page broke while it was being put together. What is kept on this device
          is untouched.
        </p>
        {error instanceof Error && (
          <pre className="overflow-x-auto rounded-card border border-hairline bg-surface p-4 font-mono text-small whitespace-pre-wrap">
            {error.message}
          </pre>
        )}
        <div className="flex flex-wrap gap-3">
          <Button look="primary" onClick={() => window.location.reload()}>
            Reload
          </Button>
          {/* A plain link, not the router's: the app must start anew. */}
          <a href={inSite('/')} className={buttonClass('quiet')}>
            Return to Home
          </a>
          <a href={inSite('/offline')} className={buttonClass('quiet')}>
            On this device
          </a>
        </div>
      </div>
    </PageColumn>
  );
}
