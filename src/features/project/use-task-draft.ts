import { useState } from 'react';
import * as v from 'valibot';
import { type TaskStatus, tasks } from '../../content/tasks/tasks.ts';
import { useDraft } from '../../engine/editing.ts';
import type { DraftsAt, OfferedDraft } from '../../engine/index.ts';
import { isInvisible } from '../../lib/invisible.ts';
import { UNDO_MS } from '../../lib/limits.ts';
import { useToast } from '../../ui/toast.tsx';
import { taskName } from './spot.ts';

/** The values of a task's form. Only a new task has a choice of column. */
interface TaskText {
  readonly content: string;
  readonly status: TaskStatus;
}

const kept = v.object({
  content: v.string(),
  status: v.optional(tasks.columns.status.schema, 'todo'),
});

/**
 * The text of a task being typed, stored as a draft like any other form's.
 *
 * @param saved the task's text; null for a new task
 */
export function useTaskDraft(found: DraftsAt, saved: string | null) {
  const toast = useToast();
  const start: TaskText = { content: saved ?? '', status: 'todo' };
  const [typed, setTyped] = useState<TaskText>(() => textOf(found.own) ?? start);
  const [from, setFrom] = useState(() => fromOf(found.own) ?? saved);
  const isTyped = !isInvisible(typed.content) && typed.content !== saved;
  const keeping = useDraft(
    found,
    isTyped ? { fields: typed, from: saved === null ? null : { content: from } } : null,
  );

  async function takeOver(offer: OfferedDraft): Promise<void> {
    try {
      await keeping.takeOver(offer);
    } catch {
      toast({ title: 'This device couldn’t save it. Try again.', look: 'danger' });
      return;
    }
    setTyped(textOf(offer) ?? start);
    setFrom(fromOf(offer) ?? saved);
  }

  async function discard(offer: OfferedDraft): Promise<void> {
    const bringBack = await keeping.discard(offer);
    toast({
      title: 'Draft discarded',
      action: { label: 'Undo', onClick: bringBack },
      staysMs: UNDO_MS,
    });
  }

  return {
    ...typed,
    set(change: Partial<TaskText>) {
      keeping.reopen();
      setTyped((held) => ({ ...held, ...change }));
    },
    /** The task's present text, if it has changed since the typing began. */
    changedTo: from === saved ? null : saved,
    /** The refused edit to remove when this is saved. */
    replaces: keeping.replaces,
    /** See use-draft.ts. */
    save: keeping.save,
    /** Given up: no draft remains. */
    close: keeping.close,
    offers: keeping.offered.map((offer) => ({
      ...offer,
      what: taskName({ content: textOf(offer)?.content ?? '' }),
      onTake: () => void takeOver(offer),
      onDiscard: () => void discard(offer),
    })),
  };
}

function textOf(draft: { readonly fields: unknown } | null): TaskText | null {
  const reading = v.safeParse(kept, draft?.fields);
  return reading.success ? reading.output : null;
}

function fromOf(draft: { readonly from: unknown } | null): string | null {
  const reading = v.safeParse(kept, draft?.from);
  return reading.success ? reading.output.content : null;
}
