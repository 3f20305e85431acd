import { useState } from 'react';
import { type Account, type Outbox, useMirrorState } from '../../engine/index.ts';
import { counted } from '../../lib/in-words.ts';
import { EDITS_STEP } from '../../lib/limits.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Section } from '../../ui/section.tsx';
import { Changes } from './changes.tsx';
import { CardButton, EditCard } from './edit-card.tsx';
import type { OutboxActions } from './use-outbox-actions.ts';
import { attemptsInWords, waitingInWords } from './waiting-words.ts';

/** The waiting edits, in the order they will be sent. */
export function WaitingEdits({
  outbox,
  account,
  now,
  actions,
}: {
  outbox: Pick<Outbox, 'waiting' | 'files' | 'heldBack'>;
  account: Account;
  now: number;
  actions: OutboxActions;
}) {
  const { waiting } = outbox;
  const { status } = useMirrorState();
  const [shown, setShown] = useState(EDITS_STEP);
  if (waiting.length === 0) return null;
  const states = waitingInWords(waiting, { ...outbox, account, status, now });
  return (
    <Section title="Waiting">
      <ol className="grid gap-4">
        {waiting.slice(0, shown).map((mutation, place) => (
          <EditCard
            key={mutation.id}
            title={mutation.label}
            state={<Chip tone="busy">{states[place]}</Chip>}
            at={mutation.at}
            now={now}
            attempts={attemptsInWords(mutation.attempts)}
            actions={
              <CardButton about={mutation.label} onClick={() => void actions.discard(mutation)}>
                Discard
              </CardButton>
            }
          >
            <Changes changes={mutation.changes} />
          </EditCard>
        ))}
      </ol>
      {waiting.length > shown && (
        <div className="mt-4 flex">
          <Button onClick={() => setShown(shown + EDITS_STEP)}>
            {`Show more of the ${counted(waiting.length - shown, 'edit')} behind these`}
          </Button>
        </div>
      )}
    </Section>
  );
}
