import { type KeyboardEvent, useContext, useMemo, useRef } from 'react';
import type { BaseRow, Columns } from '../../engine/index.ts';
import { isForInputMethod } from '../../lib/input-method.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { type ControlProps, controlClass, FormField } from '../../ui/form-field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { KeptBack } from '../../ui/item-marks.tsx';
import { capital, type Members, type MembersField } from './form.ts';
import { countAlong } from './going-along.ts';
import { membersAfter, withMember, withoutMember, withTypedMember } from './members.ts';

/** What belongs to a row: takes one off, puts one to it that is here, or makes a new one by title and address. */
export function MembersInput({
  field,
  control,
  rows,
  row,
  value,
  onChange,
}: {
  field: MembersField;
  control: ControlProps;
  /** All rows of the kind on this device. */
  rows: readonly BaseRow[];
  /** Null for a new one. */
  row: BaseRow | null;
  value: Members;
  onChange: (value: Members) => void;
}) {
  const { of, by } = field;
  const rowId = row?.id ?? null;
  const kept = useContext(KeptBack);
  const element = useRef<HTMLDivElement>(null);
  const held = useMemo(() => membersAfter(field, value, rowId, rows), [field, value, rowId, rows]);
  const ids = new Set(rows.map(({ id }) => id));
  // Once they are saved they are among the others.
  const made = value.made.filter(({ id }) => !ids.has(id));
  const along = countAlong(of, row, made.length, held);
  const shown = [
    ...made.map(({ id, title }) => ({ id, name: title, mark: 'new' as string | undefined })),
    ...held.map((row) => ({ id: row.id, name: of.name(row), mark: kept.get(row.id) })),
  ];
  const options = useMemo(() => {
    const out = new Set(held.map(({ id }) => id));
    return rows
      .filter(({ id }) => !out.has(id))
      .map((row) => {
        const other = (row as unknown as Columns)[by];
        const isTaken = other !== null && other !== undefined && other !== rowId;
        return {
          value: row.id,
          label: of.name(row),
          mark: kept.get(row.id) ?? (isTaken ? 'of another' : undefined),
        };
      });
  }, [rows, held, kept, of, by, rowId]);

  function takeOff(id: string, place: number) {
    onChange(withoutMember(value, id));
    // The focus stays near: the button goes with its line.
    const near = shown[place + 1]?.id ?? shown[place - 1]?.id;
    const next = near === undefined ? 'input' : `[data-member="${near}"] button`;
    element.current?.querySelector<HTMLElement>(next)?.focus();
  }

  return (
    <div ref={element} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {shown.length > 0 && (
        <ul
          aria-label={`${capital(of.many)} so far`}
          className="divide-y divide-hairline rounded-control border border-hairline bg-surface"
        >
          {shown.map(({ id, name, mark }, place) => (
            <li key={id} data-member={id} className="flex items-center gap-2 pl-4">
              <span className="line-clamp-2 min-w-0 flex-1 py-1.5">{name}</span>
              {mark !== undefined && (
                <span className="max-w-1/2 shrink-0">
                  <Chip tone="idea">{mark}</Chip>
                </span>
              )}
              <IconButton
                label={`Take off ${name}`}
                icon={<Icon name="close" className="size-4" />}
                className="text-muted"
                onClick={() => takeOff(id, place)}
              />
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="text-small text-muted empty:hidden">
        {along > 0 && `${along} of these ${along === 1 ? 'goes' : 'go'} out with it, not before.`}
      </p>
      <Combobox
        control={control}
        name={field.column}
        label={capital(of.many)}
        options={options}
        value=""
        unknown=""
        none={null}
        placeholder={`Find a ${of.one} to add`}
        onChange={(id) => onChange(withMember(value, id))}
      />
      <NewMemberFields field={field} value={value} onChange={onChange} />
    </div>
  );
}

function NewMemberFields({
  field: { of },
  value,
  onChange,
}: {
  field: MembersField;
  value: Members;
  onChange: (value: Members) => void;
}) {
  const title = useRef<HTMLInputElement>(null);
  const { typing } = value;
  const type = (typed: Partial<Members['typing']>) =>
    onChange({ ...value, typing: { ...typing, ...typed } });

  function add() {
    onChange(withTypedMember(value));
    title.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || isForInputMethod(event.nativeEvent)) return;
    // Elsewhere in a form Enter saves.
    event.preventDefault();
    add();
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 rounded-control border border-hairline bg-surface p-3 text-small">
      <FormField label={`New ${of.one}`}>
        {(control) => (
          <input
            ref={title}
            {...control}
            value={typing.title}
            onChange={(event) => type({ title: event.currentTarget.value })}
            onKeyDown={onKeyDown}
            enterKeyHint="done"
            className={controlClass}
          />
        )}
      </FormField>
      <FormField label="Its link (Optional)">
        {(control) => (
          <input
            {...control}
            type="url"
            inputMode="url"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            value={typing.address}
            onChange={(event) => type({ address: event.currentTarget.value })}
            onKeyDown={onKeyDown}
            enterKeyHint="done"
            className={controlClass}
          />
        )}
      </FormField>
      <Button className="justify-self-start" onClick={add}>
        Add {of.one}
      </Button>
    </div>
  );
}
