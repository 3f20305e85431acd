import { type ReactNode, useId, useMemo, useRef, useState } from 'react';
import type { AnyForm } from '../../content/form/form.ts';
import { standingOf } from '../../content/form/publishing.ts';
import { dashboardTabs } from '../../content/forms.ts';
import type { Publication } from '../../content/publication.ts';
import type { BaseRow, Place } from '../../engine/index.ts';
import { counted, inThousands } from '../../lib/in-words.ts';
import { LIST_SEARCHED_FROM, MINUTE_MS } from '../../lib/limits.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { ToggleChip } from '../../ui/toggle-chip.tsx';
import { useNow } from '../../ui/use-now.ts';
import { FilterChoice } from './filter-choice.tsx';
import { type Filter, filtersOf, isLeft } from './row-filter.ts';
import { type RowFilter, useRowFilter } from './use-row-filter.ts';
import { useRowsFound } from './use-rows-found.ts';

const states: Readonly<Record<Publication, readonly [one: string, many: string]>> = {
  draft: ['draft', 'drafts'],
  scheduled: ['scheduled', 'scheduled'],
  published: ['published', 'published'],
};

/** The lists that are the only or the first one of their tab. */
const first = new Set(dashboardTabs().map(({ forms }) => forms[0]));

/**
 * A list's head, which looks for rows by words and by filters, and the rows that are left, in the order of the list. A short list
 * has neither, except for where its rows stand for readers.
 */
export function FilteredRows<Row extends BaseRow>({
  form,
  places,
  children,
}: {
  form: AnyForm;
  places: readonly Place<Row>[];
  children: (found: readonly (Place<Row> & { readonly id: string })[]) => ReactNode;
}) {
  const filters = useMemo(() => filtersOf(form), [form]);
  const filter = useRowFilter(filters, first.has(form) ? '' : `${form.kind.table}.`);
  const [isNear, setNear] = useState(false);
  const [isUnfolded, setUnfolded] = useState(false);
  const head = useRef<HTMLDivElement>(null);
  const [statesId, othersId] = [useId(), useId()];
  useNow(MINUTE_MS);
  // Rows may have gone out since the last full minute.
  const now = Date.now();
  const rows = useMemo(() => places.map(({ item }) => item), [places]);
  const ids = useRowsFound(form.kind, rows, filter.words, isNear);
  /** What the other filters leave is what one of them can choose from. Words do not count: it would change at every key. */
  const rowsFor = (one: Filter) =>
    rows.filter((row) => isLeft(form, filters, filter.chosen, row, now, one));
  const found = places.flatMap((place) => {
    const { item } = place;
    const isFound = ids === null || ids.has(item.id);
    return isFound && isLeft(form, filters, filter.chosen, item, now)
      ? { ...place, id: item.id }
      : [];
  });
  const isFiltered = filter.chosen.size > 0 || filter.words !== '';
  const state = filters.find(({ by }) => by === 'state');
  const others = filters.filter((one) => one !== state);
  const hasStates =
    state !== undefined &&
    (filter.chosen.has('state') || rows.some((row) => standingOf(form, row, now) !== 'published'));
  // What is in use can be seen, also if the list has become short since.
  const isLong =
    places.length >= LIST_SEARCHED_FROM ||
    filter.words !== '' ||
    others.some(({ name }) => filter.chosen.has(name));

  function clear() {
    filter.clear();
    // The button is gone, and with it the head of a list that has become short.
    const within = head.current?.querySelector<HTMLElement>('input, button');
    (within ?? head.current?.closest('section')?.querySelector('h3'))?.focus();
  }

  return (
    <>
      <div ref={head} className={isLong || hasStates ? 'flex flex-col gap-3' : 'sr-only'}>
        {isLong && (
          // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that the field within is about to be used
          <div className="flex gap-2" onFocus={() => setNear(true)}>
            <div className="min-w-0 flex-1">
              <SearchField
                label={`Search ${form.many}`}
                placeholder={`Search ${form.many}...`}
                value={filter.words}
                onChange={filter.type}
              />
            </div>
            {filters.length > 0 && (
              <Button
                aria-expanded={isUnfolded}
                aria-controls={`${statesId} ${othersId}`}
                onClick={() => setUnfolded(!isUnfolded)}
              >
                <span>
                  Filter<span className="sr-only"> {form.many}</span>
                  {filter.chosen.size > 0 && <span> ({filter.chosen.size})</span>}
                </span>
              </Button>
            )}
          </div>
        )}
        {hasStates && (
          <States
            form={form}
            id={statesId}
            rows={rowsFor(state)}
            filter={filter}
            className={isLong && !isUnfolded ? 'hidden @xl:flex' : 'flex'}
          />
        )}
        {isLong && isUnfolded && others.length > 0 && (
          <fieldset id={othersId} className="flex min-w-0 flex-wrap gap-2">
            <legend className="sr-only">Filter {form.many}</legend>
            {others.map((one) => (
              <FilterChoice
                key={one.name}
                form={form}
                filter={one}
                rows={rowsFor(one)}
                value={filter.chosen.get(one.name) ?? ''}
                onChoose={(value) => filter.choose(one.name, value)}
              />
            ))}
          </fieldset>
        )}
        <div className={isFiltered ? '-mb-3 flex flex-wrap items-center gap-x-1' : 'sr-only'}>
          <p role="status" className="text-small text-muted">
            {isFiltered && countOf(form, found, places)}
          </p>
          {isFiltered && (
            <Button look="bare" className="text-accent underline" onClick={clear}>
              Clear filters
            </Button>
          )}
        </div>
      </div>
      {children(found)}
      {found.length === 0 && isFiltered && <Note>No {form.many} match.</Note>}
    </>
  );
}

function countOf(
  form: AnyForm,
  found: readonly Place<BaseRow>[],
  all: readonly Place<BaseRow>[],
): string {
  const [some, of] = [found, all].map(
    (places) => places.filter((it) => it.deletion === null).length,
  );
  return `${inThousands(some ?? 0)} of ${counted(of ?? 0, form.one, form.many)}`;
}

/** Where rows stand for readers. */
function States({
  form,
  id,
  rows,
  filter,
  className,
}: {
  form: AnyForm;
  id: string;
  rows: readonly BaseRow[];
  filter: RowFilter;
  className: string;
}) {
  const chosen = filter.chosen.get('state') ?? '';
  const now = Date.now();
  return (
    <fieldset id={id} className={`${className} min-w-0 flex-wrap gap-2`}>
      <legend className="sr-only">Show only</legend>
      {(Object.keys(states) as Publication[]).map((one) => {
        const count = rows.filter((row) => standingOf(form, row, now) === one).length;
        if (count === 0 && chosen !== one) return null;
        return (
          <ToggleChip
            key={one}
            pressed={chosen === one}
            onToggle={() => filter.choose('state', chosen === one ? '' : one)}
          >
            {counted(count, ...states[one])}
          </ToggleChip>
        );
      })}
    </fieldset>
  );
}
