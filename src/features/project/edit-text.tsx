import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { update } from '../../model/change.ts';
import { type Task, tasks } from '../../model/tasks.ts';
import { Button } from '../../ui/button.tsx';
import { nameOf } from './spot.ts';
import { useTaskEdit } from './use-task-edit.ts';

const words = {
  denied: 'Only admins can edit tasks',
  done: { title: 'Task updated', detail: 'Task text has been updated successfully' },
  failed: { title: 'Error updating task', detail: 'There was a problem updating the task text' },
};

/** A task's text in a box, in place of the card. Text that was not kept stays in it; blank text is none. */
export function EditText({ task, onClose }: { task: Task; onClose: () => void }) {
  const [text, setText] = useState(task.content);
  const isSaving = useRef(false);
  const edit = useTaskEdit();

  async function save(event: FormEvent) {
    event.preventDefault();
    const content = text.trim();
    if (content === '' || isSaving.current) return;
    if (content === task.content) return onClose();
    isSaving.current = true;
    const label = `Change task ${nameOf(task)} to ${nameOf({ content })}`;
    const isKept = await edit({ label, changes: [update(tasks, task.id, { content })] }, words);
    isSaving.current = false;
    if (isKept) onClose();
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      event.currentTarget.form?.requestSubmit();
    }
  }

  return (
    <form onSubmit={save} className="grid gap-2 p-2">
      <textarea
        aria-label={`Text of ${nameOf(task)}`}
        value={text}
        // biome-ignore lint/a11y/noAutofocus: only where the admin has just asked for it
        autoFocus
        onFocus={({ currentTarget }) => currentTarget.setSelectionRange(text.length, text.length)}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        className="field-sizing-content min-h-20 w-full resize-y rounded-control border border-control bg-surface px-3 py-2"
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary">
          Save
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}
