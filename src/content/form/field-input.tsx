import { type ChangeEvent, type ReactNode, useId, useRef } from 'react';
import { type BaseRow, splitTags, uniqueTags } from '../../engine/index.ts';
import { ownersClock } from '../../lib/owner-days.ts';
import { atOwnersClock } from '../../lib/owner-times.ts';
import { webAddress, withHttps } from '../../lib/web-address.ts';
import { Button } from '../../ui/button.tsx';
import { type ControlProps, controlClass, FormField, tickClass } from '../../ui/form-field.tsx';
import { TagsInput } from '../../ui/tags-input.tsx';
import { knownSpelling } from '../retag.ts';
import { useKnownTags } from '../use-known-tags.ts';
import type { Field, FieldValue, Tags } from './form.ts';
import { ItemChoice } from './item-choice.tsx';
import { noMembers } from './members.ts';
import { MembersInput } from './members-input.tsx';
import { PictureInput } from './picture-input.tsx';
import { isTags } from './values.ts';

interface InputProps {
  field: Field;
  value: FieldValue;
  onChange: (value: FieldValue) => void;
  /** A required field was blank when the admin tried to save. */
  isMissing: boolean;
  /** The id of the form's message about it. */
  problemId: string;
  /** More messages about the field. */
  note: ReactNode;
  /** The row that the form edits; null for a new one. */
  row?: BaseRow | null;
  /** The rows that may belong to it. */
  memberRows?: readonly BaseRow[];
  /** What stands in the place of the box that its type of input has. */
  instead?: ((control: TextControl) => ReactNode) | undefined;
}

/** What a box for text needs, under the field's label. */
export type TextControl = ControlProps & {
  readonly name: string;
  readonly 'aria-required': boolean;
  readonly value: string;
  readonly onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
};

/** One field of a form under its label, by its type of input. */
export function FieldInput({
  field,
  value,
  onChange,
  isMissing,
  problemId,
  note,
  row = null,
  memberRows = none,
  instead,
}: InputProps) {
  const text = typeof value === 'string' ? value : '';
  const address = useRef<HTMLInputElement>(null);
  const addressWarning = warningOf(field, text);
  // A picture's address may lie on this site: `cover.png` is more likely a file than a host.
  const mended = addressWarning === null ? null : mendedAddress(field, text);
  const hasWarning = addressWarning !== null || note !== null;
  return (
    <FormField
      label={field.label}
      place={field.input === 'flag' ? 'before' : 'below'}
      hint={field.hint}
      problem={isMissing ? 'Required' : undefined}
      problemId={problemId}
      warning={
        hasWarning ? (
          <>
            {addressWarning !== null && <p className="text-busy">{addressWarning}</p>}
            {mended !== null && (
              <Button
                look="bare"
                className="-ml-3 max-w-full text-accent underline"
                onClick={() => {
                  onChange(mended);
                  address.current?.focus();
                }}
              >
                <span className="truncate">Use {mended}</span>
              </Button>
            )}
            {note}
          </>
        ) : undefined
      }
    >
      {(control) => {
        const shared = {
          ...control,
          name: field.column,
          'aria-required': field.required,
        };
        const typed = {
          ...shared,
          value: text,
          onChange: (event: { currentTarget: { value: string } }) =>
            onChange(event.currentTarget.value),
        };
        if (instead !== undefined) return instead(typed);
        switch (field.input) {
          case 'line':
            if (isTag(field)) return <TagLine {...typed} onLeave={onChange} />;
            return <input {...typed} className={controlClass} />;
          case 'number':
            return <input {...typed} type="number" step="any" className={controlClass} />;
          case 'date':
            return <input {...typed} type="date" className={controlClass} />;
          case 'timestamp':
            return (
              <input
                {...typed}
                value={onOwnersClock(text)}
                onChange={(event) => onChange(typedOnOwnersClock(event.currentTarget.value))}
                type="datetime-local"
                max="9999-12-31T23:59"
                className={controlClass}
              />
            );
          case 'flag':
            return (
              <input
                {...control}
                name={field.column}
                type="checkbox"
                checked={value === true}
                onChange={(event) => onChange(event.currentTarget.checked)}
                className={tickClass}
              />
            );
          case 'picture':
            return <PictureInput {...typed} address={address} onGiven={onChange} />;
          case 'website':
            return (
              <input
                {...typed}
                ref={address}
                type="url"
                inputMode="url"
                autoCapitalize="none"
                autoCorrect="off"
                spellCheck={false}
                className={controlClass}
              />
            );
          case 'text':
            return (
              <textarea
                {...typed}
                rows={field.lines}
                spellCheck={!field.markup}
                className={`${controlClass} resize-y ${field.markup ? 'font-mono' : ''}`}
              />
            );
          case 'choice':
            return (
              <select {...typed} className={controlClass}>
                {field.choices.map((choice) => (
                  <option key={choice.value} value={choice.value}>
                    {choice.label}
                  </option>
                ))}
              </select>
            );
          case 'item':
            return <ItemChoice field={field} control={control} value={text} onChange={onChange} />;
          case 'tags':
            return (
              <TagsControl
                control={control}
                name={field.column}
                value={isTags(value) ? value : { added: [], typing: text }}
                onChange={onChange}
              />
            );
          case 'members':
            return (
              <MembersInput
                field={field}
                control={control}
                rows={memberRows}
                row={row}
                value={typeof value === 'object' && !isTags(value) ? value : noMembers}
                onChange={onChange}
              />
            );
          default:
            return field satisfies never;
        }
      }}
    </FormField>
  );
}

const none: readonly never[] = [];

/** A moment by the owner's clock, as the browser's input has it. Blank for none. */
function onOwnersClock(moment: string): string {
  return moment === '' ? '' : ownersClock(Date.parse(moment));
}

function typedOnOwnersClock(clock: string): string {
  const moment = atOwnersClock(clock);
  return moment === null ? '' : new Date(moment).toISOString();
}

/** Only FORM-1 blocks saving, but a link that cannot work should be noticed now. */
function warningOf(field: Field, text: string): string | null {
  const address = text.trim();
  if (field.input === 'picture' && isPlainHttp(address))
    return 'Pictures from http:// addresses are not shown: the site’s policy takes https:// only.';
  if (address === '' || webAddress(address) !== null) return null;
  if (field.input === 'website' && field.opens?.(address)) return null;
  if (field.input === 'website')
    return 'Only an address that begins with https:// or http:// opens as a link.';
  if (field.input !== 'picture' || /^\/[^/\\]/.test(address)) return null;
  return 'A picture’s address begins with https://, or with / on this site.';
}

/** What the address probably means; null if that is not plain. */
function mendedAddress(field: Field, text: string): string | null {
  if (field.input === 'website') return withHttps(text);
  const address = text.trim();
  if (field.input !== 'picture' || !isPlainHttp(address)) return null;
  return webAddress(address.replace(/^http:/i, 'https:'));
}

/** Whether the site's own policy refuses a picture from there (tools/build/plugins/content-policy.ts). */
function isPlainHttp(address: string): boolean {
  return /^http:/i.test(address) && !address.startsWith(`${window.location.origin}/`);
}

function TagsControl({
  control,
  name,
  value,
  onChange,
}: {
  control: ControlProps;
  name: string;
  value: Tags;
  onChange: (value: Tags) => void;
}) {
  const { added, typing } = value;
  const known = useKnownTags();
  const asKnown = (tags: readonly string[]) =>
    uniqueTags(tags.map((tag) => knownSpelling(tag, [...added, ...known])));
  return (
    <TagsInput
      control={control}
      name={name}
      tags={added}
      typing={typing}
      known={known}
      onType={(text) => onChange({ added, typing: text })}
      onLeave={() => {
        const typed = splitTags(typing);
        const spelled = asKnown(typed);
        if (spelled.join() !== typed.join()) onChange({ added, typing: spelled.join(', ') });
      }}
      onAdd={() =>
        onChange({ added: uniqueTags([...added, ...asKnown(splitTags(typing))]), typing: '' })
      }
      onRemove={(tag) => onChange({ added: added.filter((other) => other !== tag), typing })}
    />
  );
}

/** Whether a line holds one tag. */
function isTag({ column }: Field): boolean {
  return column === 'tag';
}

/** One tag, with those that are here already. */
function TagLine({
  value,
  onLeave,
  ...control
}: ControlProps & {
  name: string;
  value: string;
  onChange: (event: { currentTarget: { value: string } }) => void;
  onLeave: (value: string) => void;
}) {
  const known = useKnownTags();
  const offered = useId();
  return (
    <>
      <input
        {...control}
        value={value}
        list={offered}
        onBlur={() => {
          const spelled = knownSpelling(value.trim(), known);
          if (spelled !== value.trim()) onLeave(spelled);
        }}
        className={controlClass}
      />
      <datalist id={offered}>
        {known.map((tag) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
    </>
  );
}
