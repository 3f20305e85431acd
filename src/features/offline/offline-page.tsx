import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { type KindName, kindTitle, registry } from '../../content/kinds.ts';
import { useSyncNow } from '../../content/use-sync-now.ts';
import { useAccount, useInventory, useMirrorState, useOutbox } from '../../engine/index.ts';
import { bytesInWords, dayAndTime } from '../../lib/in-words.ts';
import { MINUTE_MS } from '../../lib/limits.ts';
import { marksNews, setMarksNews, watchMarksNews } from '../../lib/visits.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PageColumn } from '../../ui/page-column.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Section } from '../../ui/section.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useNow } from '../../ui/use-now.ts';
import { usePersisted } from '../../ui/use-persisted.ts';
import { ClearCopy } from './clear-copy.tsx';
import { useRoom, useWorker, versionInWords } from './use-device.ts';
import { usePictures } from './use-pictures.ts';

/** OFFLINE-1: lists the site's data on this device, and offers to sync, keep or clear it. */
export function OfflinePage() {
  const inventory = useInventory();
  const { counted, keeping, keepAll } = usePictures(inventory);
  const { syncNow, working } = useSyncNow();
  const [isCleared, setCleared] = useState(false);
  return (
    <PageColumn>
      <div className="grid gap-5">
        <PageHeading title="On this device" />
        <p className="max-w-[65ch] text-prose text-muted">
          This site reads from a copy on your device, so it opens at once. This is the copy.
        </p>
        <div className="flex flex-wrap gap-3">
          <Button look="primary" onClick={syncNow} aria-busy={working}>
            {working ? 'Syncing…' : 'Sync now'}
          </Button>
          <Button onClick={() => void keepAll()} aria-busy={keeping === 'working'}>
            {keeping === 'working' ? 'Keeping pictures…' : 'Keep all pictures'}
          </Button>
          <ClearCopy onCleared={() => setCleared(true)} />
        </div>
        <p role="status" className="text-small text-muted empty:hidden">
          {isCleared && <span>The offline copy was cleared. </span>}
          {keeping === 'done' && counted !== null && <span>{pictureOutcome(counted)}</span>}
          {keeping === 'no room' && <span>This device has no room for all pictures.</span>}
        </p>
      </div>
      <Section title="Content">
        <Contents kinds={inventory?.kinds ?? null} />
      </Section>
      <Section title="This device">
        <Card className="max-w-[40rem] p-5">
          <dl className="grid gap-x-6 gap-y-1 xs:grid-cols-[auto_minmax(0,1fr)] xs:gap-y-3">
            <Freshness />
            <Fact name="Pictures">
              {counted === null
                ? '…'
                : `${counted.kept} of ${counted.of} kept, ${bytesInWords(counted.bytes)}`}
            </Fact>
            <UnsentEdits />
            <WithoutNetwork />
            <RoomAndProtection when={counted?.bytes} />
            <Fact name="Version">{versionInWords()}</Fact>
          </dl>
        </Card>
      </Section>
      <Section title="New since your last visit">
        <NewsSwitch />
      </Section>
    </PageColumn>
  );
}

/** NEWS-2 */
function NewsSwitch() {
  const isOn = useSyncExternalStore(watchMarksNews, marksNews, marksNews);
  return (
    <div className="grid max-w-[40rem] gap-1">
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          checked={isOn}
          onChange={(event) => setMarksNews(event.currentTarget.checked)}
          className="size-5 accent-accent"
        />
        Mark what is new since my last visit
      </label>
      <p className="text-small text-muted">
        When you were last here is remembered on this device alone, and sent to nobody.
      </p>
    </div>
  );
}

function pictureOutcome({ kept, of }: { kept: number; of: number }): string {
  if (kept === of) return 'All pictures are on this device.';
  return `${of - kept} of ${of} pictures could not be fetched, or their site does not let them be kept.`;
}

interface Held {
  readonly rows: number;
  readonly bytes: number;
}

/** @param kinds null until they are counted: which lines there are is known before, so nothing below them moves */
function Contents({ kinds }: { kinds: readonly ({ table: string } & Held)[] | null }) {
  const together = (all: readonly Held[]) =>
    all.reduce(
      (sum, { rows, bytes }) => ({ rows: sum.rows + rows, bytes: sum.bytes + bytes }),
      none,
    );
  return (
    <Card className="max-w-[40rem] px-5 py-3">
      <table className="w-full tabular-nums">
        <caption className="sr-only">Content on this device, by kind</caption>
        <thead className="text-left text-small text-muted">
          <tr>
            <th className="py-1.5 font-medium">Kind</th>
            <th className="py-1.5 text-right font-medium">Items</th>
            <th className="py-1.5 text-right font-medium">Size</th>
          </tr>
        </thead>
        <tbody>
          {(Object.keys(registry) as KindName[]).map((name) => {
            const { table } = registry[name];
            const held = kinds && (kinds.find((it) => it.table === table) ?? none);
            return <Row key={name} name={kindTitle(name)} held={held} />;
          })}
        </tbody>
        <tfoot className="font-semibold">
          <Row name="Together" held={kinds && together(kinds)} />
        </tfoot>
      </table>
    </Card>
  );
}

const none: Held = { rows: 0, bytes: 0 };

function Row({ name, held }: { name: string; held: Held | null }) {
  return (
    <tr className="border-t border-hairline">
      <th scope="row" className="py-1.5 text-left [font-weight:inherit]">
        {name}
      </th>
      <td className="py-1.5 text-right">{held === null ? '…' : held.rows}</td>
      <td className="py-1.5 text-right whitespace-nowrap">
        {held === null ? '…' : bytesInWords(held.bytes)}
      </td>
    </tr>
  );
}

function Freshness() {
  const { freshness } = useMirrorState();
  const now = useNow(MINUTE_MS);
  return (
    <Fact name="Up to date">
      {freshness === null
        ? 'Not everything is here yet.'
        : `as of ${dayAndTime(freshness, Math.max(now, freshness))}`}
    </Fact>
  );
}

/** Visitors have no edits, so this is not shown to them. */
function UnsentEdits() {
  const { waiting, rejected, others } = useOutbox();
  const account = useAccount();
  const count = waiting.length + rejected.length;
  if (!account?.isAdmin && count + others === 0) return null;
  return (
    <Fact name="Edits">
      {count + others === 0 ? (
        'All are on the server.'
      ) : (
        <>
          {count + others} not on the server yet. <TextLink to="/admin/outbox">Outbox</TextLink>
        </>
      )}
    </Fact>
  );
}

function WithoutNetwork() {
  const worker = useWorker();
  return (
    <Fact name="Without a network">
      {worker === null
        ? 'This browser can’t open the site.'
        : worker
          ? 'The site opens.'
          : 'The site doesn’t open yet.'}
    </Fact>
  );
}

function RoomAndProtection({ when }: { when: unknown }) {
  const room = useRoom(when);
  const persisted = usePersisted();
  return (
    <>
      <Fact name="Room">
        {room === null
          ? 'This browser does not say.'
          : `${bytesInWords(room.used)} used of ${bytesInWords(room.granted)} granted`}
      </Fact>
      <Fact name="Protection">
        {persisted === true
          ? 'The browser keeps this site’s data until you delete it.'
          : 'The browser may delete this site’s data when space runs low.'}
      </Fact>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-small text-muted xs:text-body">{name}</dt>
      <dd className="mb-2 tabular-nums xs:mb-0">{children}</dd>
    </>
  );
}
