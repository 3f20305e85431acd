import { type ReactNode, useState } from 'react';
import { FieldInput } from '../../content/form/field-input.tsx';
import { type AnyForm, type FieldValue, withoutOptional } from '../../content/form/form.ts';
import {
  type ItemField,
  type ManyDeed,
  rowTags,
  type TagsField,
} from '../../content/form/many-at-once.ts';
import { allTags, isTags } from '../../content/form/values.ts';
import { popularTags, sameTag } from '../../content/tags.ts';
import type { BaseRow } from '../../engine/index.ts';
import { counted } from '../../lib/in-words.ts';
import { Button } from '../../ui/button.tsx';
import { controlClass, FormField } from '../../ui/form-field.tsx';

interface Asking {
  readonly form: AnyForm;
  readonly rows: readonly BaseRow[];
  readonly selected: readonly BaseRow[];
  readonly onGiven: (deed: ManyDeed) => void;
}

/** What needs an answer before it is done: tags, and the item that the rows belong to. */
export function questionsOf({ fields }: AnyForm): readonly {
  readonly name: string;
  readonly ask: (asking: Asking) => ReactNode;
}[] {
  return fields.flatMap((field) => {
    if (field.input === 'tags')
      return [
        { name: 'Add a tag', ask: (asking: Asking) => <TagToAdd {...asking} field={field} /> },
        {
          name: 'Remove a tag',
          ask: (asking: Asking) => <TagToRemove {...asking} field={field} />,
        },
      ];
    if (field.input !== 'item') return [];
    const name = `Set the ${withoutOptional(field.label).toLowerCase()}`;
    return [{ name, ask: (asking: Asking) => <ItemToSet {...asking} field={field} /> }];
  });
}

function TagToAdd({ form, rows, onGiven, field }: Asking & { field: TagsField }) {
  const [value, setValue] = useState<FieldValue>({ added: [], typing: '' });
  const typed = isTags(value) ? allTags(value) : [];
  function give() {
    // A tag that is there already keeps its spelling.
    const known = popularTags(rows.map((row) => ({ tags: rowTags(form, field, row) })));
    const tags = typed.map((tag) => known.find((one) => sameTag(one.tag, tag))?.tag ?? tag);
    onGiven({ does: 'tag', field, tags });
  }
  return (
    <Answer verb="Add" isIdle={typed.length === 0} onGiven={give}>
      <FieldInput
        field={{ ...field, label: 'Tags to add', hint: undefined, required: false }}
        value={value}
        onChange={setValue}
        isMissing={false}
        problemId=""
        note={null}
      />
    </Answer>
  );
}

function TagToRemove({ form, selected, onGiven, field }: Asking & { field: TagsField }) {
  const [wanted, setWanted] = useState('');
  const uses = popularTags(selected.map((row) => ({ tags: rowTags(form, field, row) })));
  const tag = uses.find((one) => one.tag === wanted)?.tag ?? uses[0]?.tag;
  if (tag === undefined)
    return <p className="py-2 text-small text-muted">None of them has a tag.</p>;
  return (
    <Answer
      verb="Remove"
      isIdle={false}
      onGiven={() => onGiven({ does: 'untag', field, tags: [tag] })}
    >
      <FormField label="Tag to remove">
        {(control) => (
          <select
            {...control}
            value={tag}
            onChange={(event) => setWanted(event.currentTarget.value)}
            className={controlClass}
          >
            {uses.map((one) => (
              <option key={one.tag} value={one.tag}>
                {`${one.tag} (${counted(one.uses, form.one, form.many)})`}
              </option>
            ))}
          </select>
        )}
      </FormField>
    </Answer>
  );
}

function ItemToSet({ onGiven, field }: Asking & { field: ItemField }) {
  const [value, setValue] = useState<FieldValue>('');
  return (
    <Answer
      verb="Set"
      isIdle={false}
      onGiven={() => onGiven({ does: 'refer', field, to: value === '' ? null : String(value) })}
    >
      <FieldInput
        field={{ ...field, label: withoutOptional(field.label), hint: undefined, required: false }}
        value={value}
        onChange={setValue}
        isMissing={false}
        problemId=""
        note={null}
      />
    </Answer>
  );
}

function Answer({
  verb,
  isIdle,
  onGiven,
  children,
}: {
  verb: string;
  isIdle: boolean;
  onGiven: () => void;
  children: ReactNode;
}) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isIdle) onGiven();
      }}
      className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-2 border-t border-hairline py-2 *:w-full"
    >
      {children}
      <Button type="submit" aria-disabled={isIdle} className="w-auto! justify-self-start">
        {verb}
      </Button>
    </form>
  );
}
