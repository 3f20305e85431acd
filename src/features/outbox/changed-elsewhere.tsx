import { kinds } from '../../content/kinds.ts';
import type { Overwritten } from '../../engine/index.ts';
import { Section } from '../../ui/section.tsx';
import { quoted, valueInWords } from './change-words.ts';
import { columnWord, thingWord } from './column-words.ts';
import { CardButton, EditCard } from './edit-card.tsx';
import type { OutboxActions } from './use-outbox-actions.ts';
import { useItemName, Value } from './value.tsx';

/** Conflicts: another admin's change that an edit from this device has overwritten (E7, Y22). */
export function ChangedElsewhere({
  overwritten,
  now,
  actions,
}: {
  overwritten: readonly Overwritten[];
  now: number;
  actions: OutboxActions;
}) {
  if (overwritten.length === 0) return null;
  return (
    <Section title="Changed elsewhere">
      <ul className="grid gap-4">
        {overwritten.map((notice) => (
          <Notice key={notice.place} notice={notice} now={now} actions={actions} />
        ))}
      </ul>
    </Section>
  );
}

function Notice({
  notice,
  now,
  actions,
}: {
  notice: Overwritten;
  now: number;
  actions: OutboxActions;
}) {
  const { table, id, column, was, at, label } = notice;
  const item = useThing(table, id);
  const field = quoted(columnWord(table, column));
  const about = `for ${field} of ${item}`;
  return (
    <EditCard
      title={label}
      at={at}
      now={now}
      actions={
        <>
          <CardButton about={about} onClick={() => void actions.takeTheirs(notice, item)}>
            Use theirs
          </CardButton>
          <CardButton about={about} onClick={() => void actions.keepMine(notice)}>
            Keep mine
          </CardButton>
        </>
      }
    >
      <p>
        {field} of {item} had been changed elsewhere to{' '}
        <Value value={valueInWords(table, column, was)} />; yours replaced it.
      </p>
    </EditCard>
  );
}

/** `learning “Chunking”`, or `the learning` if it is not on this device any more. */
function useThing(table: string, id: string): string {
  const kind = kinds.find((candidate) => candidate.table === table) ?? kinds[0];
  if (kind === undefined) throw new Error('There is no kind of content.');
  const name = useItemName(kind, id);
  return typeof name === 'string'
    ? `${thingWord(table)} ${quoted(name)}`
    : `the ${thingWord(table)}`;
}
