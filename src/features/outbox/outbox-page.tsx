import { useRef } from 'react';
import { useSyncNow } from '../../content/use-sync-now.ts';
import { useClaimable, useEditor } from '../../engine/editing.ts';
import {
  type Account,
  type Outbox,
  useAccount,
  useKnownOutbox,
  useMirrorState,
} from '../../engine/index.ts';
import { counted, dayAndTime } from '../../lib/in-words.ts';
import { AGES_UPDATED_MS } from '../../lib/limits.ts';
import { noIndex } from '../../lib/no-index.ts';
import { Alert } from '../../ui/alert.tsx';
import { BackLink } from '../../ui/back-link.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { PageColumn } from '../../ui/page-column.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useFocusNearby } from '../../ui/use-focus-nearby.ts';
import { useNow } from '../../ui/use-now.ts';
import { usePersisted } from '../../ui/use-persisted.ts';
import { ChangedElsewhere } from './changed-elsewhere.tsx';
import { NeedsYou } from './needs-you.tsx';
import { OutboxFile, useOutboxFile } from './outbox-file.tsx';
import { useKeptFocus } from './use-kept-focus.ts';
import { useOutboxActions } from './use-outbox-actions.ts';
import { WaitingEdits } from './waiting-edits.tsx';

/** The edits on this device that the server has not accepted: waiting, refused, or in conflict. */
export function OutboxPage() {
  const account = useAccount();
  const outbox = useKnownOutbox();
  const page = useRef<HTMLDivElement>(null);
  const near = useFocusNearby();
  useKeptFocus(page);
  return (
    <div ref={page}>
      <meta {...noIndex} />
      <PageColumn>
        <div ref={near} className="grid grid-cols-[minmax(0,1fr)] gap-5">
          {account?.isAdmin === true && <BackLink to="/admin">Dashboard</BackLink>}
          <PageHeading title="Outbox" />
          {account === undefined || outbox === undefined ? (
            <Spinner label="Loading edits" />
          ) : account === null || (!account.isAdmin && isEmpty(outbox)) ? (
            <NoneOfYours account={account} others={outbox.others} />
          ) : (
            <Edits account={account} outbox={outbox} />
          )}
        </div>
      </PageColumn>
    </div>
  );
}

/** For visitors and for accounts without admin rights. */
function NoneOfYours({ account, others }: { account: Account | null; others: number }) {
  if (others === 0) {
    return (
      <Note detail="Edits waiting for the server are listed here. Only admins make them.">
        There is nothing here.
      </Note>
    );
  }
  return (
    <>
      <Others count={others} account={account} />
      {account === null && (
        <div className="flex">
          <ButtonLink to="/admin" look="primary">
            Sign in
          </ButtonLink>
        </div>
      )}
    </>
  );
}

/** Edits of other accounts on this device. Only their author may see what they contain. */
function Others({ count, account }: { count: number; account: Account | null }) {
  const claimable = useClaimable();
  const strange = count - claimable;
  const [wait, them] = strange === 1 ? ['waits', 'it'] : ['wait', 'them'];
  return (
    <>
      {account !== null && claimable > 0 && (
        <OfEarlierAccount count={claimable} email={account.email} />
      )}
      {strange > 0 && (
        <Note
          line="plain"
          detail={`Only the account that made ${them} can see, send or discard ${them}.`}
        >
          {counted(strange, 'edit')} by someone else {wait} here.
        </Note>
      )}
    </>
  );
}

/** Edits of an account that was made anew on the server with the same address. */
function OfEarlierAccount({ count, email }: { count: number; email: string }) {
  const { claim, failure } = useOutboxActions();
  const [wait, them] = count === 1 ? ['waits', 'it'] : ['wait', 'them'];
  return (
    <div className="grid justify-items-start gap-3">
      <Note
        line="plain"
        detail={`The account has been made anew on the server since, so ${them} can only be sent as yours. If you made ${them}, take ${them} over.`}
      >
        {`${counted(count, 'edit')} by an earlier account of ${email} ${wait} here.`}
      </Note>
      <Button onClick={() => void claim()}>Take over {counted(count, 'edit')}</Button>
      {failure !== null && <Alert>{failure}</Alert>}
    </div>
  );
}

function Edits({ account, outbox }: { account: Account; outbox: Outbox }) {
  const now = useNow(AGES_UPDATED_MS);
  const actions = useOutboxActions();
  const file = useOutboxFile();
  const { waiting, rejected, overwritten, others } = outbox;
  return (
    <>
      {!isEmpty(outbox) && <Lead outbox={outbox} />}
      {isEmpty(outbox) && file.progress === null && <AllOnServer now={now} others={others} />}
      <OutboxFile file={file} isEmpty={waiting.length + rejected.length === 0}>
        <OnTheirWay account={account} count={waiting.length} />
      </OutboxFile>
      {actions.failure !== null && <Alert>{actions.failure}</Alert>}
      {others > 0 && <Others count={others} account={account} />}
      <div className="mt-7 grid max-w-[48rem] grid-cols-[minmax(0,1fr)] gap-16 empty:hidden">
        <NeedsYou rejected={rejected} now={now} actions={actions} />
        <ChangedElsewhere overwritten={overwritten} now={now} actions={actions} />
        <WaitingEdits outbox={outbox} account={account} now={now} actions={actions} />
      </div>
    </>
  );
}

function AllOnServer({ now, others }: { now: number; others: number }) {
  const { freshness } = useMirrorState();
  const asOf =
    freshness === null
      ? {}
      : { detail: `As of ${dayAndTime(freshness, Math.max(now, freshness))}.` };
  return (
    <Note {...asOf}>
      {others === 0
        ? 'Everything is on the server. Nothing waits, nothing was refused.'
        : 'All your edits are on the server. Nothing of yours waits, nothing was refused.'}
    </Note>
  );
}

/** Explains the edits below, and what may happen to them. */
function Lead({ outbox: { waiting, rejected } }: { outbox: Outbox }) {
  const persisted = usePersisted();
  return (
    <>
      <p className="max-w-[65ch] text-prose text-muted">
        Edits made on this device that the server has not taken. They are kept until it has, or
        until you discard them.
      </p>
      {persisted === false && waiting.length + rejected.length > 0 && (
        <p className="max-w-[65ch] text-small text-muted">
          This browser may clear a site’s data when space runs low or after a week away, including
          these edits. Install this site, or send them soon.
        </p>
      )}
    </>
  );
}

/** The button that moves the edits on: send, or sign in first. */
function OnTheirWay({ account, count }: { account: Account; count: number }) {
  const { releaseHolds } = useEditor();
  // Edits that could still be undone are sent too. If the device cannot end a hold, it ends by itself in a moment.
  const { syncNow: sendNow, working: sending } = useSyncNow(releaseHolds);
  if (account.expired) {
    const words = count === 0 ? 'Sign in' : `Sign in to send ${counted(count, 'edit')}`;
    return (
      <ButtonLink to="/admin" look="primary">
        {words}
      </ButtonLink>
    );
  }
  if (count === 0) return null;
  return (
    <Button look="primary" onClick={sendNow} aria-busy={sending}>
      {sending ? 'Sending…' : 'Send now'}
    </Button>
  );
}

function isEmpty({ waiting, rejected, overwritten }: Outbox): boolean {
  return waiting.length + rejected.length + overwritten.length === 0;
}
