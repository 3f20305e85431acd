import { useEffect, useId, useLayoutEffect, useMemo, useRef } from 'react';
import { ForAdmins } from '../../content/for-admins.tsx';
import { formOf } from '../../content/forms.ts';
import { learningForm } from '../../content/learnings/learning-form.ts';
import {
  everyLine,
  type ImportReport,
  outcomeOf,
  reportLines,
  summary,
} from '../../content/moving-in/import-report.ts';
import { importedKinds } from '../../content/moving-in/plan-source.ts';
import type { Row } from '../../content/write-content-file.ts';
import { usePlaces } from '../../engine/editing.ts';
import { type BaseRow, list } from '../../engine/index.ts';
import { type Dropped, forgetDropped, peekDropped } from '../../lib/dropped.ts';
import { counted, inThousands } from '../../lib/in-words.ts';
import { downloadText } from '../../lib/text-files.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { tickClass } from '../../ui/form-field.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useFileDrop } from '../../ui/use-file-drop.ts';
import { filesChosen, filesDropped } from './found-files.ts';
import { type Importing, type Planned, useImport } from './use-import.ts';

/** MOVE-13: notes come into the site from this device. */
export function ImportPage() {
  return (
    <ForAdmins title="Import notes">
      <Import />
    </ForAdmins>
  );
}

const every = importedKinds.map(({ table }) => list((formOf(table) ?? learningForm).rowKind));

function Import() {
  // biome-ignore lint/correctness/useHookAtTopLevel: as many in each render, in the same order
  const held = every.map((query) => usePlaces(query));
  // biome-ignore lint/correctness/useExhaustiveDependencies: one for each kind
  const rows = useMemo(() => rowsByTable(held), [...held]);
  if (rows === null) return <Spinner label="Loading..." labelShown />;
  return <ImportInto rows={rows} />;
}

function rowsByTable(
  held: readonly ReturnType<typeof usePlaces<BaseRow>>[],
): ReadonlyMap<string, readonly Row[]> | null {
  if (held.some(({ state }) => state === 'loading')) return null;
  return new Map(
    importedKinds.map(({ table }, n) => {
      const content = held[n];
      const places = content?.state === 'ready' ? content.items : [];
      const rows = places.flatMap(({ item, deletion }) => (deletion === null ? item : []));
      return [table, rows as unknown as readonly Row[]];
    }),
  );
}

function ImportInto({ rows }: { rows: ReadonlyMap<string, readonly Row[]> }) {
  const { importing, read, bring, stop, choose } = useImport(rows);
  const isBusy = importing.at === 'reading' || importing.at === 'bringing';
  const latest = useRef(read);
  useLayoutEffect(() => {
    latest.current = read;
  });
  const readDropped = (dropped: Dropped) => latest.current(filesDropped(dropped));
  useEffect(() => {
    const dropped = peekDropped();
    if (dropped === null) return;
    void latest.current(filesDropped(dropped)).then(() => forgetDropped(dropped));
  }, []);
  const isOver = useFileDrop((dropped) => {
    if (!isBusy) void readDropped(dropped);
  });
  return (
    <div className="grid max-w-[48rem] grid-cols-[minmax(0,1fr)] gap-6">
      <p className="max-w-[65ch] text-muted">
        Markdown files of Obsidian, Notion, Hugo, Jekyll or Astro, or any others, become learnings,
        with their pictures, and so do the posts of an export of Ghost or WordPress. A CSV becomes
        resources or AI tools. First you see what would happen; nothing is changed before you say
        so, and nothing is ever deleted. It works without a network, too.
      </p>
      <Chooser
        isBusy={isBusy}
        isOver={isOver}
        onChoose={(files) => void read(Promise.resolve(filesChosen(files)))}
      />
      <Progress importing={importing} onStop={stop} />
      {importing.at === 'start' && importing.problem !== null && <Alert>{importing.problem}</Alert>}
      {importing.at === 'planned' && (
        <Plan
          planned={importing.planned}
          problem={importing.problem}
          onReplace={choose}
          onBring={() => void bring(importing.planned)}
          onLeave={stop}
        />
      )}
    </div>
  );
}

function Chooser({
  isBusy,
  isOver,
  onChoose,
}: {
  isBusy: boolean;
  isOver: boolean;
  onChoose: (files: readonly File[]) => void;
}) {
  return (
    <div
      className={`grid justify-items-start gap-3 rounded-card border border-dashed p-5 ${isOver ? 'border-accent bg-sunken' : 'border-control'}`}
    >
      <p>Drop a folder, files or a zip anywhere on this page.</p>
      <div className="flex flex-wrap gap-3">
        <FileButton label="Choose a folder" isBusy={isBusy} isFolder onChoose={onChoose} />
        <FileButton label="Choose files or a zip" isBusy={isBusy} onChoose={onChoose} />
      </div>
    </div>
  );
}

function FileButton({
  label,
  isBusy,
  isFolder = false,
  onChoose,
}: {
  label: string;
  isBusy: boolean;
  isFolder?: boolean;
  onChoose: (files: readonly File[]) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button aria-disabled={isBusy} onClick={() => !isBusy && input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        {...(isFolder && { webkitdirectory: '' })}
        aria-label={label}
        hidden
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          if (files.length > 0) onChoose(files);
          // Choosing the same again must fire another change event.
          currentTarget.value = '';
        }}
      />
    </>
  );
}

function Progress({ importing, onStop }: { importing: Importing; onStop: () => void }) {
  const isRunning = importing.at === 'reading' || importing.at === 'bringing';
  return (
    <div className="grid justify-items-start gap-3 empty:hidden">
      <p role="status" className="text-small tabular-nums empty:hidden">
        {progressInWords(importing)}
      </p>
      {importing.at === 'bringing' && (
        <progress
          aria-label="Import"
          max={Math.max(1, importing.of)}
          value={importing.done}
          className="h-2 w-full max-w-[24rem] accent-accent"
        />
      )}
      {isRunning && <Button onClick={onStop}>Stop</Button>}
      {importing.at === 'done' && (
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/admin?tab=learnings">Learnings</ButtonLink>
          <ButtonLink to="/admin/outbox">Edits on their way</ButtonLink>
        </div>
      )}
    </div>
  );
}

function progressInWords(importing: Importing): string {
  switch (importing.at) {
    case 'reading':
      return importing.words;
    case 'bringing':
      return `${inThousands(importing.done)} of ${inThousands(importing.of)} items…`;
    case 'done':
      return `${counted(importing.added, 'item')} added, ${inThousands(importing.changed)} changed. They are on this device, and go to the server as soon as they can.`;
    default:
      return '';
  }
}

const REPLACE = '“Overwrite”';
/** A list of thousands is read as a file. */
const SHOWN = 50;

function Plan({
  planned: { source, plan, replace },
  problem,
  onReplace,
  onBring,
  onLeave,
}: {
  planned: Planned;
  problem: string | null;
  onReplace: (replace: boolean) => void;
  onBring: () => void;
  onLeave: () => void;
}) {
  const id = useId();
  const { lists, refused } = source;
  const plans = [plan.ofNotes, plan.ofLists];
  const report: ImportReport = { plans, notes: plan.notes, lists, refused, replaces: REPLACE };
  const outcome = outcomeOf(plans);
  const count = outcome.added + outcome.changed;
  const lines = reportLines(report);
  const save = () => downloadText('fieldnotes-import.txt', everyLine(report), 'text/plain');
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id={id} className="text-h3">
        {source.name === '' ? 'What you chose' : source.name}
      </h2>
      {problem !== null && <Alert>{problem}</Alert>}
      <p role="status">{summary(outcome)}</p>
      {(replace || outcome.edited + outcome.deleted > 0) && (
        <div className="flex gap-3">
          <input
            id={`${id}-replace`}
            type="checkbox"
            className={tickClass}
            checked={replace}
            onChange={({ currentTarget }) => onReplace(currentTarget.checked)}
          />
          <label htmlFor={`${id}-replace`} className="min-h-11 min-w-0 py-2.5 font-semibold">
            Overwrite what was edited here, and bring back what was deleted here
          </label>
        </div>
      )}
      {lines.length > 0 && (
        <details className="text-small">
          <summary className="py-2">{counted(lines.length, 'remark')}</summary>
          <ul className="grid list-disc gap-1 pl-5 break-words">
            {lines.slice(0, SHOWN).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          {lines.length > SHOWN && (
            <p className="pt-2">{`And ${inThousands(lines.length - SHOWN)} more: the list as a file has them all.`}</p>
          )}
        </details>
      )}
      <div className="flex flex-wrap gap-3">
        {count > 0 && (
          <Button look="primary" onClick={onBring}>{`Import ${counted(count, 'item')}`}</Button>
        )}
        <Button onClick={save}>Save the list as a file</Button>
        <Button onClick={onLeave}>{count > 0 ? 'Cancel' : 'Done'}</Button>
      </div>
    </section>
  );
}
