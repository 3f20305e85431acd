import { Fragment, type ReactNode, useId } from 'react';
import { type Keeping, useAccount, useKeeping } from '../../engine/index.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PageColumn } from '../../ui/page-column.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { sections } from './sections.tsx';
import { usePlace } from './use-place.ts';

const ids = sections.map(({ id }) => id);

/** What becomes of edits on a device that does not keep them; said before the first is made. */
const keepingWords: Readonly<Record<Keeping, string | null>> = {
  kept: null,
  silent:
    'This device’s storage does not answer. Edits cannot be saved now; what you type stays in the form.',
  full: 'This device has no room left. Edits cannot be saved until there is some.',
  failing: 'This device’s storage fails. Edits may not be saved; what you type stays in the form.',
  none: 'This browser keeps nothing for this site. Edits that were not sent are gone when the tab closes.',
};

/**
 * ADMIN-1, ADMIN-2.
 *
 * @param notice stands above the forms; null for none
 */
export function Dashboard({
  onSignOut,
  notice = null,
}: {
  onSignOut: () => void;
  notice?: ReactNode;
}) {
  const account = useAccount();
  const { tab, openTab, edited } = usePlace(ids);
  const keeping = keepingWords[useKeeping()];
  const titleId = useId();
  const section = sections.find(({ id }) => id === tab);

  return (
    <PageColumn>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
          <PageHeading title="Admin Dashboard" />
          <div className="flex flex-wrap gap-3">
            <ButtonLink to="/">View Site</ButtonLink>
            <Button onClick={onSignOut}>Sign Out</Button>
          </div>
        </div>
        {keeping !== null && <Alert>{keeping}</Alert>}
        {notice}
        {/* The heading is there before: the focus comes to rest on it. */}
        {account === undefined ? (
          <Spinner label="Loading admin dashboard..." labelShown />
        ) : (
          <Card>
            <section
              aria-labelledby={titleId}
              className="grid grid-cols-[minmax(0,1fr)] gap-6 p-4 xs:p-5"
            >
              <h2 id={titleId} className="text-h2">
                Content Management
              </h2>
              <Tabs
                label="Content Management"
                tabs={sections}
                chosen={tab}
                onChoose={openTab}
                className="grid grid-cols-2 gap-1 rounded-control bg-sunken p-1 @sm:grid-cols-3 @3xl:grid-cols-6"
              >
                <Fragment key={tab}>{section?.panel(edited)}</Fragment>
              </Tabs>
            </section>
          </Card>
        )}
      </div>
    </PageColumn>
  );
}
