import { type ReactNode, useState } from 'react';
import {
  type Outbox,
  useAccount,
  useDiagnosis,
  useMirrorState,
  useOutbox,
  useRequestSync,
} from '../../engine/index.ts';
import { copyText } from '../../lib/copy-text.ts';
import type { LoggedEvent } from '../../lib/event-log.ts';
import { EVENTS_UPDATED_MS } from '../../lib/limits.ts';
import { Button } from '../../ui/button.tsx';
import { useNow } from '../../ui/use-now.ts';
import { adviceOn } from './advice.ts';

/** What the sync is doing and why, for an engineer. It shows no token and no key. */
export function SyncDetails({
  backendUrl,
  listEvents,
  onClose,
}: {
  backendUrl: string;
  listEvents: () => readonly LoggedEvent[];
  onClose: () => void;
}) {
  const { status, freshness } = useMirrorState();
  const diagnosis = useDiagnosis();
  const outbox = useOutbox();
  const account = useAccount();
  const requestSync = useRequestSync();
  const [copied, setCopied] = useState<string | null>(null);
  useNow(EVENTS_UPDATED_MS);
  const events = listEvents();
  const { position, lastFailure, malformed } = diagnosis;
  const failure = status.failure ?? lastFailure;

  async function copy() {
    const text = JSON.stringify(
      {
        backend: backendUrl,
        browser: navigator.userAgent,
        online: navigator.onLine,
        isAdmin: account?.isAdmin ?? false,
        status,
        freshness,
        ...diagnosis,
        outbox: withoutContent(outbox),
        events,
      },
      null,
      2,
    );
    try {
      await copyText(text);
      setCopied('Copied.');
    } catch {
      setCopied('Your browser blocked copying.');
    }
  }

  return (
    <div className="grid gap-5 p-5 text-small">
      <div className="flex items-start justify-between gap-4">
        <h2 className="text-h3">Sync details</h2>
        <Button look="bare" onClick={onClose}>
          Close
        </Button>
      </div>
      {failure !== null && (
        <div className="rounded-control border border-hairline bg-sunken p-4">
          <p className="font-semibold">
            {status.failure === null ? 'The last failure, over by now' : 'Failing now'}:{' '}
            {failure.kind} {failure.code}
          </p>
          <p className="mt-1">{adviceOn(failure)}</p>
          <p className="mt-1 font-mono break-words text-muted">{failure.message}</p>
        </div>
      )}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 break-words tabular-nums">
        <Fact name="Backend">{backendUrl}</Fact>
        <Fact name="State">
          {status.phase}, {status.failures} failed in a row
        </Fact>
        <Fact name="Freshness">{timeOf(freshness)}</Fact>
        <Fact name="Position">
          cursor {position.cursor}, horizon {position.horizon}, epoch {position.epoch ?? 'none'}
          {!position.complete && <span>, never had everything</span>}
        </Fact>
        {lastFailure !== null && (
          <Fact name="Last failure">
            {timeOf(lastFailure.at)}: {lastFailure.kind} {lastFailure.code}
          </Fact>
        )}
        <Fact name="Outbox">
          {outbox.waiting.length} waiting, {outbox.rejected.length} rejected
        </Fact>
        {malformed.map(({ table, id, reason }) => (
          <Fact key={`${table}/${id}`} name="Unreadable">
            {table} {id}: {reason}
          </Fact>
        ))}
      </dl>
      <div className="flex flex-wrap items-center gap-3">
        <Button look="primary" onClick={() => requestSync()}>
          Pull now
        </Button>
        <Button onClick={() => void copy()}>Copy all</Button>
        <span role="status">{copied}</span>
      </div>
      <details>
        <summary className="min-h-6 cursor-pointer font-semibold">
          The last {events.length} events
        </summary>
        <ol className="mt-2 grid gap-1 font-mono text-micro">
          {events.toReversed().map(({ at, what }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two events of one moment may be equal
            <li key={`${at} ${place}`} className="break-words">
              {new Date(at).toISOString().slice(11, 23)} {what}
            </li>
          ))}
        </ol>
      </details>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function timeOf(at: number | null): string {
  return at === null ? 'never' : new Date(at).toISOString();
}

/** The number of edits and their kinds, without their values, which only their author may see. */
function withoutContent({ waiting, rejected }: Outbox): unknown {
  const about = ({ id, attempts, sent, changes }: Outbox['waiting'][number]) => ({
    id,
    attempts,
    sent,
    changes: changes.map((change) => ({
      op: change.op,
      table: change.table,
      id: change.id,
      columns: 'values' in change ? Object.keys(change.values) : [],
    })),
  });
  return {
    waiting: waiting.map(about),
    rejected: rejected.map(({ mutation, code, cause }) => ({ ...about(mutation), code, cause })),
  };
}
