import { useEffect, useId, useRef, useState } from 'react';
import type { TagEverywhere } from '../../content/retag.ts';
import { shortName } from '../../content/short-name.ts';
import { sameTag } from '../../content/tags.ts';
import { isForInputMethod } from '../../lib/input-method.ts';
import { isInvisible } from '../../lib/invisible.ts';
import { Button } from '../../ui/button.tsx';
import { controlClass } from '../../ui/form-field.tsx';

/** A tag's new name, in the place of its line. The name of another one merges both. */
export function RenameTag({
  one,
  all,
  onRename,
  onCancel,
}: {
  one: TagEverywhere;
  all: readonly TagEverywhere[];
  onRename: (to: string) => Promise<void>;
  onCancel: () => void;
}) {
  const [typed, setTyped] = useState(one.tag);
  const [id, names] = [useId(), useId()];
  const input = useRef<HTMLInputElement>(null);
  const to = typed.replaceAll(',', ' ').trim();
  const other = all.find(({ tag }) => sameTag(tag, to) && !sameTag(tag, one.tag));

  useEffect(() => input.current?.select(), []);

  function leave(done: () => void) {
    done();
    // The button comes back in the place of the form.
    requestAnimationFrame(() => {
      const button = document.querySelector<HTMLElement>(`[data-tag="${CSS.escape(one.tag)}"]`);
      (button ?? document.querySelector<HTMLElement>('#main h1'))?.focus({ preventScroll: true });
    });
  }

  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (isInvisible(to) || to === one.tag) leave(onCancel);
        else void onRename(to).then(() => leave(() => {}));
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isForInputMethod(event.nativeEvent)) return;
        event.stopPropagation();
        leave(onCancel);
      }}
    >
      <label htmlFor={id} className="font-semibold">
        New name of {shortName(one.tag)}
      </label>
      <input
        ref={input}
        id={id}
        list={names}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        autoCapitalize="none"
        enterKeyHint="done"
        className={controlClass}
      />
      <datalist id={names}>
        {all.map(({ tag }) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
      <p role="status" className="text-small text-muted">
        {other !== undefined && `${shortName(other.tag)} is there already: both become one.`}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="primary">
          {other === undefined ? 'Rename' : 'Merge'}
        </Button>
        <Button onClick={() => leave(onCancel)}>Cancel</Button>
      </div>
    </form>
  );
}
