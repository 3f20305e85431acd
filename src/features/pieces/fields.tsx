import { useState } from 'react';
import { isInvisible } from '../../lib/invisible.ts';
import { Combobox } from '../../ui/combobox.tsx';
import { controlClass, FormField, tickClass } from '../../ui/form-field.tsx';
import { OptionList } from '../../ui/option-list.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { TagsInput } from '../../ui/tags-input.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Piece, Pieces } from './piece.tsx';

const learnings = [
  { value: 'a', label: 'Evals before prompts' },
  { value: 'b', label: 'Chunking by question', mark: 'draft' },
  { value: 'c', label: 'A cache that forgets' },
];

/** Pieces to type into. */
export function Fields() {
  const [search, setSearch] = useState('');
  const [tags, setTags] = useState<readonly string[]>(['retrieval', 'evals']);
  const [typing, setTyping] = useState('');
  const [chosen, setChosen] = useState('b');
  return (
    <Pieces>
      <Piece of="text-field">
        <TextField label="Empty" placeholder="What goes here" />
        <TextField label="Filled" defaultValue="Some words" />
        <TextField label="Wrong" defaultValue="Some words" invalid />
      </Piece>
      <Piece of="form-field">
        <div className="grid w-full max-w-md gap-6">
          <FormField label="With a hint" hint="Said before.">
            {(control) => <input {...control} className={controlClass} />}
          </FormField>
          <FormField label="To tick" place="before" hint="A box stands before its label.">
            {(control) => <input {...control} type="checkbox" className={tickClass} />}
          </FormField>
          <FormField label="With a problem" problem="Title and content are required">
            {(control) => <input {...control} className={controlClass} />}
          </FormField>
          <FormField label="With a warning" warning="This does not look like an address.">
            {(control) => (
              <textarea {...control} rows={3} defaultValue="not a url" className={controlClass} />
            )}
          </FormField>
        </div>
      </Piece>
      <Piece of="combobox">
        <div className="w-full max-w-md">
          <FormField label="Learning">
            {(control) => (
              <Combobox
                control={control}
                name="learning"
                label="Learning"
                options={learnings}
                value={chosen}
                unknown="A deleted item"
                none="No learning"
                onChange={setChosen}
              />
            )}
          </FormField>
        </div>
      </Piece>
      <Piece of="option-list">
        <div className="w-full max-w-md rounded-control border border-control bg-surface">
          <OptionList
            id="options"
            label="Learnings"
            options={learnings.map(({ value, ...it }) => ({ ...it, key: value }))}
            active={1}
            onTake={() => {}}
          />
        </div>
      </Piece>
      <Piece of="search-field">
        <SearchField
          label="Search"
          placeholder="Search by tag..."
          value={search}
          onChange={setSearch}
        />
      </Piece>
      <Piece of="tags-input">
        <div className="w-full max-w-md">
          <FormField label="Tags">
            {(control) => (
              <TagsInput
                control={control}
                name="tags"
                tags={tags}
                typing={typing}
                onType={setTyping}
                onAdd={() => {
                  if (!isInvisible(typing)) setTags([...new Set([...tags, typing.trim()])]);
                  setTyping('');
                }}
                onRemove={(removed) => setTags(tags.filter((tag) => tag !== removed))}
              />
            )}
          </FormField>
        </div>
      </Piece>
    </Pieces>
  );
}
