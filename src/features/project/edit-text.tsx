import { type FormEvent, type KeyboardEvent, useRef } from 'react';
import { type Task, tasks } from '../../content/tasks/tasks.ts';
import { draftPlace, useDraftsAt } from '../../engine/editing.ts';
import { type DraftsAt, update } from '../../engine/index.ts';
import { isForInputMethod } from '../../lib/input-method.ts';
import { isInvisible } from '../../lib/invisible.ts';
import { Button } from '../../ui/button.tsx';
import { DraftOffers } from '../../ui/draft-offers.tsx';
import { taskName } from './spot.ts';
import { useTaskDraft } from './use-task-draft.ts';
import { useTaskEdit } from './use-task-edit.ts';

const words = {
  denied: 'Only admins can edit tasks',
  done: { title: 'Task updated', detail: 'Task text has been updated successfully' },
  failed: { title: 'Error updating task', detail: 'There was a problem updating the task text' },
};

interface EditTextProps {
  account: string;
  task: Task;
  onClose: () => void;
}

/** A text box in place of a task's card. Text that could not be saved stays in it; blank text is not saved. */
export function EditText(props: EditTextProps) {
  const drafts = useDraftsAt(props.account, draftPlace('tasks', props.task.id));
  return drafts === undefined ? <div className="min-h-32" /> : <Box drafts={drafts} {...props} />;
}

function Box({ drafts, task, onClose }: EditTextProps & { drafts: DraftsAt }) {
  const draft = useTaskDraft(drafts, task.content);
  const { content: text, set, close, changedTo, offers } = draft;
  const isSaving = useRef(false);
  const edit = useTaskEdit();

  function giveUp() {
    void close();
    onClose();
  }

  async function save(event: FormEvent) {
    event.preventDefault();
    const content = text.trim();
    if (isInvisible(content) || isSaving.current) return;
    if (content === task.content) return giveUp();
    isSaving.current = true;
    const label = `Change task ${taskName(task)} to ${taskName({ content })}`;
    const changes = [update(tasks, task.id, { content })];
    const isKept = await draft.save(
      (key) => edit({ label, changes, replaces: draft.replaces?.edit, draft: key }, words),
      (kept) => kept,
    );
    isSaving.current = false;
    if (isKept) onClose();
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (isForInputMethod(event.nativeEvent)) return;
    if (event.key === 'Escape') giveUp();
    else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      event.currentTarget.form?.requestSubmit();
    }
  }

  return (
    <form onSubmit={save} className="grid grid-cols-[minmax(0,1fr)] gap-2 p-2">
      <DraftOffers offers={offers} />
      <textarea
        aria-label={`Text of ${taskName(task)}`}
        value={text}
        // biome-ignore lint/a11y/noAutofocus: only when the admin has just asked for it
        autoFocus
        onFocus={({ currentTarget }) => currentTarget.setSelectionRange(text.length, text.length)}
        onChange={(event) => set({ content: event.currentTarget.value })}
        onKeyDown={onKeyDown}
        className="field-sizing-content min-h-20 w-full resize-y rounded-control border border-control bg-surface px-3 py-2"
      />
      {changedTo !== null && (
        <p className="rounded-control bg-sunken px-3 py-2 text-small wrap-anywhere">
          <span className="text-muted">Saved now: </span>
          {changedTo}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary">
          Save
        </Button>
        <Button onClick={giveUp}>Cancel</Button>
      </div>
    </form>
  );
}
