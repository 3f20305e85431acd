import type { Mutation, RejectedMutation } from '../../engine/index.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Section } from '../../ui/section.tsx';
import { Changes } from './changes.tsx';
import { CardButton, EditCard } from './edit-card.tsx';
import { GoneRows } from './gone-rows.tsx';
import { isEditable, isRestorable, refusalInWords } from './refusal-words.ts';
import type { OutboxActions } from './use-outbox-actions.ts';
import { attemptsInWords } from './waiting-words.ts';

/** The edits that the server refused, each with the reason and what to do (E6). */
export function NeedsYou({
  rejected,
  now,
  actions,
}: {
  rejected: readonly RejectedMutation[];
  now: number;
  actions: OutboxActions;
}) {
  if (rejected.length === 0) return null;
  const repeatable = rejected.filter((one) => !isRestorable(one)).map(({ mutation }) => mutation);
  return (
    <Section title="Needs you">
      {repeatable.length > 1 && (
        <div className="mb-4 flex">
          <Button onClick={() => void actions.retryAll(repeatable)}>Try all again</Button>
        </div>
      )}
      <ul className="grid gap-4">
        {rejected.map((one) => (
          <EditCard
            key={one.id}
            title={one.mutation.label}
            state={<Chip tone="danger">Refused</Chip>}
            at={one.mutation.at}
            now={now}
            attempts={attemptsInWords(one.mutation.attempts)}
            actions={<WaysOut refused={one} actions={actions} />}
          >
            <p className="font-medium">{refusalInWords(one, rejected)}</p>
            {isRestorable(one) && one.mutation.changes.length > 1 && (
              <GoneRows changes={one.mutation.changes} />
            )}
            <Changes changes={one.mutation.changes} />
            <ServersWords refused={one} />
          </EditCard>
        ))}
      </ul>
    </Section>
  );
}

function WaysOut({ refused, actions }: { refused: RejectedMutation; actions: OutboxActions }) {
  const { mutation } = refused;
  const again = (act: (mutation: Mutation) => void, words: string) => (
    <CardButton about={mutation.label} onClick={() => act(mutation)}>
      {words}
    </CardButton>
  );
  return (
    <>
      {isEditable(refused) && (
        <CardButton about={mutation.label} onClick={() => void actions.editAndSendAgain(refused)}>
          Edit and send again
        </CardButton>
      )}
      {isRestorable(refused)
        ? again(actions.restore, 'Restore')
        : again(actions.retry, 'Try again')}
      <CardButton about={mutation.label} look="bare" onClick={() => void actions.discard(mutation)}>
        Discard
      </CardButton>
    </>
  );
}

function ServersWords({ refused: { code, reason } }: { refused: RejectedMutation }) {
  if (reason.trim() === '' && code === null) return null;
  return (
    <details className="text-small">
      <summary className="py-1 font-medium text-muted">What the server said</summary>
      <p className="font-mono whitespace-pre-wrap">
        {[code, reason].filter((it) => it !== null && it.trim() !== '').join(': ')}
      </p>
    </details>
  );
}
