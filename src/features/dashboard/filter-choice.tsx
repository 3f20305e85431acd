import { type AnyForm, withoutOptional } from '../../content/form/form.ts';
import { tagsOfRow } from '../../content/retag.ts';
import { popularTags, sameTag } from '../../content/tags.ts';
import {
  type AnyKind,
  type BaseRow,
  type Columns,
  itemName,
  list,
  useContent,
} from '../../engine/index.ts';
import { inThousands } from '../../lib/in-words.ts';
import { asInRows } from '../../lib/uuid.ts';
import { ToggleChip } from '../../ui/toggle-chip.tsx';
import { type Filter, isMet, NONE } from './row-filter.ts';

interface Choosing {
  readonly form: AnyForm;
  /** What the other filters leave. */
  readonly rows: readonly BaseRow[];
  /** Empty for any. */
  readonly value: string;
  readonly onChoose: (value: string) => void;
}

/** Chooses one of what the rows have, with how many have it. */
export function FilterChoice({ filter, ...choosing }: Choosing & { filter: Filter }) {
  switch (filter.by) {
    case 'tag':
      return <TagChoice {...choosing} />;
    case 'item':
      return <ItemChoice {...choosing} filter={filter} />;
    case 'picture':
      return <PictureChoice {...choosing} filter={filter} />;
    default:
      return null;
  }
}

function TagChoice({ form, rows, value, onChoose }: Choosing) {
  const uses = popularTags(rows.map((row) => ({ tags: tagsOfRow(form.kind, row) })));
  const chosen = uses.find(({ tag }) => sameTag(tag, value))?.tag;
  return (
    <Select label="Tag" any="Any tag" value={chosen ?? value} onChoose={onChoose}>
      {[
        ...uses.map(({ tag, uses }) => ({ value: tag, words: tag, count: uses })),
        ...(value !== '' && chosen === undefined ? [{ value, words: value, count: 0 }] : []),
      ]}
    </Select>
  );
}

function ItemChoice({
  filter,
  rows,
  value,
  onChoose,
}: Choosing & { filter: Extract<Filter, { by: 'item' }> }) {
  const { field, name } = filter;
  const content = useContent(list<BaseRow>(field.of as AnyKind));
  const items = content.state === 'ready' ? content.items : [];
  const chosen = asInRows(value);
  const counts = new Map<unknown, number>();
  for (const row of rows) {
    const id = (row as unknown as Columns)[field.column] ?? NONE;
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  const options = [
    { value: NONE, words: field.none },
    ...items.map((item) => ({ value: item.id, words: itemName(field.of, item) })),
  ]
    .map((option) => ({ ...option, count: counts.get(option.value) ?? 0 }))
    .filter((option) => option.count > 0 || option.value === chosen);
  // Without this option the box would show that any is chosen.
  const isUnknown = chosen !== '' && !options.some((option) => option.value === chosen);
  const words = content.state === 'loading' ? 'Loading…' : `A deleted ${name}`;
  return (
    <Select
      label={withoutOptional(field.label)}
      any={`Any ${name}`}
      value={chosen}
      onChoose={onChoose}
    >
      {isUnknown ? [...options, { value: chosen, words, count: 0 }] : options}
    </Select>
  );
}

function PictureChoice({ form, filter, rows, value, onChoose }: Choosing & { filter: Filter }) {
  const count = rows.filter((row) => isMet(form, filter, NONE, row, Date.now())).length;
  return (
    <ToggleChip pressed={value !== ''} onToggle={() => onChoose(value === '' ? NONE : '')}>
      {inThousands(count)} without a picture
    </ToggleChip>
  );
}

interface Option {
  readonly value: string;
  readonly words: string;
  readonly count: number;
}

function Select({
  label,
  any,
  value,
  onChoose,
  children,
}: {
  label: string;
  /** What it says while nothing is chosen. */
  any: string;
  value: string;
  onChoose: (value: string) => void;
  children: readonly Option[];
}) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
      className="min-h-11 min-w-0 flex-1 basis-32 truncate rounded-control border border-control bg-surface px-3"
    >
      <option value="">{any}</option>
      {children.map((option) => (
        <option key={option.value} value={option.value}>
          {`${option.words} (${inThousands(option.count)})`}
        </option>
      ))}
    </select>
  );
}
