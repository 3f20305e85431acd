import { Fragment, type ReactNode, useId } from 'react';
import { useNavigate } from 'react-router-dom';
import { DELETED_PAGE } from '../../content/past/past-addresses.ts';
import { NoPlaceNotice } from '../../content/pictures/no-place-notice.tsx';
import { type Keeping, useAccount, useKeeping } from '../../engine/index.ts';
import { keepDropped } from '../../lib/dropped.ts';
import { deviceTrouble } from '../../lib/failure-words.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PageColumn } from '../../ui/page-column.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useFileDrop } from '../../ui/use-file-drop.ts';
import { useFocusNearby } from '../../ui/use-focus-nearby.ts';
import { ExportContent } from './export-content.tsx';
import { LeftOut } from './left-out.tsx';
import { SampleWords } from './sample-words.tsx';
import { sections } from './sections.tsx';
import { usePlace } from './use-place.ts';

/** MOVE-13: it reads what is dropped here. */
const IMPORT_PAGE = '/admin/import';

const ids = sections.map(({ id }) => id);

/** What a problem with the device's storage means for an admin; shown before the first edit. */
const meansToEditors: Readonly<Record<Keeping, string | null>> = {
  kept: null,
  silent: 'Edits cannot be saved now; what you type stays in the form.',
  full: 'Edits cannot be saved until there is some.',
  failing: 'Edits may not be saved; what you type stays in the form.',
  none: 'Unsent edits are lost when the tab closes.',
};

/**
 * ADMIN-1, ADMIN-2.
 *
 * @param notice shown above the forms; null for none
 * @param links stand before those to the dashboard's own pages
 */
export function Dashboard({
  onSignOut,
  notice = null,
  links = null,
}: {
  onSignOut: () => void;
  notice?: ReactNode;
  links?: ReactNode;
}) {
  const account = useAccount();
  const keeping = useKeeping();
  const trouble = deviceTrouble[keeping];
  const titleId = useId();
  const near = useFocusNearby();
  const navigate = useNavigate();
  useFileDrop((dropped) => {
    if (account?.isAdmin !== true) return;
    keepDropped(dropped);
    void navigate(IMPORT_PAGE);
  });

  return (
    <PageColumn>
      <div ref={near} className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
          <PageHeading title="Admin Dashboard" />
          <div className="flex flex-wrap gap-3">
            <ButtonLink to="/">View Site</ButtonLink>
            <Button onClick={onSignOut}>Sign Out</Button>
          </div>
        </div>
        {trouble !== null && (
          <Alert>
            {trouble} {meansToEditors[keeping]}
          </Alert>
        )}
        {notice}
        <NoPlaceNotice />
        <LeftOut />
        <SampleWords />
        {/* The heading is rendered at once, because the focus moves to it. */}
        {account === undefined ? (
          <Spinner label="Loading admin dashboard..." labelShown />
        ) : (
          <Card>
            <section
              aria-labelledby={titleId}
              className="grid grid-cols-[minmax(0,1fr)] gap-6 p-4 xs:p-5"
            >
              <div className="flex flex-wrap items-center justify-between gap-x-4">
                <h2 id={titleId} className="text-h2">
                  Content Management
                </h2>
                {/* On a phone they stand in columns: as words in a line the last would stand alone. */}
                <div className="-mx-3 grid grid-cols-[auto_auto] justify-start *:justify-start @sm/column:block">
                  {links}
                  <ButtonLink look="bare" to="/admin/profile">
                    Profile
                  </ButtonLink>
                  <ButtonLink look="bare" to="/admin/pictures">
                    Pictures
                  </ButtonLink>
                  <ButtonLink look="bare" to="/admin/tags">
                    Tags
                  </ButtonLink>
                  <ButtonLink look="bare" to={DELETED_PAGE}>
                    Recently deleted
                  </ButtonLink>
                </div>
              </div>
              <Panels account={account?.userId ?? null} />
            </section>
          </Card>
        )}
        <ExportContent>
          <ButtonLink to={IMPORT_PAGE}>Import notes</ButtonLink>
        </ExportContent>
      </div>
    </PageColumn>
  );
}

function Panels({ account }: { account: string | null }) {
  const { tab, openTab, edited, isOpening } = usePlace(ids, account);
  const section = sections.find(({ id }) => id === tab);
  return (
    <Tabs
      label="Content Management"
      tabs={sections}
      chosen={tab}
      onChoose={openTab}
      className="grid grid-cols-2 gap-1 rounded-control bg-sunken p-1 @sm:grid-cols-3 @3xl:grid-cols-6"
    >
      <Fragment key={tab}>{!isOpening && section?.panel(edited)}</Fragment>
    </Tabs>
  );
}
