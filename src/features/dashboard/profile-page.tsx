import { useCallback, useId, useRef, useState } from 'react';
import { ForAdmins } from '../../content/for-admins.tsx';
import { profileForm } from '../../content/profile/profile-form.ts';
import { draftPlace, useDraftsAt, useEditor } from '../../engine/editing.ts';
import { type Draft, list, type RowOf, useAccount, useContent } from '../../engine/index.ts';
import { site } from '../../site.config.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { useFileDrop } from '../../ui/use-file-drop.ts';
import { ContentForm } from './content-form.tsx';

const form = profileForm(site);
const theRow = list(form.rowKind, 1);

/** The id of the row, so that two devices that save it first do not make two. */
const PROFILE_ID = '0f1e1d00-0000-4000-8000-000000000001';

/** FIRST-5: the profile, links and words of Home, for admins. */
export function ProfilePage() {
  return (
    <ForAdmins title="Profile">
      <OpenProfile />
    </ForAdmins>
  );
}

function OpenProfile() {
  const account = useAccount();
  const content = useContent(theRow);
  const [row = null] = content.state === 'ready' ? content.items : [];
  if (content.state === 'loading' || account == null) return <Spinner label="Loading profile" />;
  return <ProfileOf key={account.userId} account={account.userId} row={row} />;
}

function ProfileOf({ account, row }: { account: string; row: RowOf<typeof form.rowKind> | null }) {
  const editor = useEditor();
  // A picture that misses its field is not opened in the page's place.
  useFileDrop(() => {});
  const labelId = useId();
  const savedAt = useRef(Number.NEGATIVE_INFINITY);
  /** Incremented to open the form again with a restored draft. */
  const [round, setRound] = useState(0);
  const drafts = useDraftsAt(account, draftPlace(form.kind.table, row?.id ?? null));
  const onRestore = useCallback(
    async (draft: Draft) => {
      await editor.drafts.give(draft, draft).catch(() => {});
      setRound((held) => held + 1);
    },
    [editor],
  );
  return (
    <div className="grid max-w-[40rem] grid-cols-[minmax(0,1fr)] gap-5">
      <h2 id={labelId} className="text-h3">
        What Home says of you
      </h2>
      {drafts === undefined ? (
        <div className="min-h-96" data-loading />
      ) : (
        <ContentForm
          key={round}
          open={{
            form,
            row,
            newId: PROFILE_ID,
            isGone: false,
            rows: row === null ? [] : [row],
            drafts,
            savedAt,
            onDone: () => {},
            stays: true,
            onStay: () => {},
            onRestore,
          }}
          labelId={labelId}
          takesFocus={false}
          extra={undefined}
        />
      )}
    </div>
  );
}
