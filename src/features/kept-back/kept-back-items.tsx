import { useCallback, useEffect, useMemo, useState } from 'react';
import type { AnyForm } from '../../content/form/form.ts';
import { keptBackWords } from '../../content/form/kept-back-words.ts';
import { canBeKeptBack, publishedTime } from '../../content/form/publishing.ts';
import { dashboardTabs } from '../../content/forms.ts';
import { usePlaces } from '../../engine/editing.ts';
import { type BaseRow, list, type Place } from '../../engine/index.ts';
import { MINUTE_MS } from '../../lib/limits.ts';
import type { Instant } from '../../lib/millis.ts';
import { useNow } from '../../ui/use-now.ts';

const forms = dashboardTabs()
  .flatMap((tab) => tab.forms)
  .filter(canBeKeptBack);

type Words = ReadonlyMap<string, string>;

/** Finds what is kept back, and tells its words by the ids of items: for admins only, who alone have it. */
export function KeptBackItems({ tell }: { tell: (found: Words) => void }) {
  const [found, setFound] = useState<Readonly<Record<string, Words>>>({});
  const onFound = useCallback(
    (table: string, words: Words) => setFound((held) => ({ ...held, [table]: words })),
    [],
  );
  const all = useMemo(() => new Map(Object.values(found).flatMap((words) => [...words])), [found]);
  useEffect(() => tell(all), [tell, all]);
  return forms.map((form) => <OfKind key={form.kind.table} form={form} onFound={onFound} />);
}

function OfKind({
  form,
  onFound,
}: {
  form: AnyForm;
  onFound: (table: string, words: Words) => void;
}) {
  const content = usePlaces(list(form.rowKind));
  const now = useNow(MINUTE_MS);
  const places = content.state === 'ready' ? content.items : none;
  // Not `now`: what was added since the last full minute would wait for a time that is past.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each minute, for what has gone out in it
  const words = useMemo(() => new Map(wordsOf(form, places, Date.now())), [form, places, now]);
  useEffect(() => onFound(form.kind.table, words), [form, words, onFound]);
  return null;
}

const none: readonly Place<BaseRow>[] = [];

function wordsOf(
  form: AnyForm,
  places: readonly Place<BaseRow>[],
  now: Instant,
): (readonly [string, string])[] {
  return places.flatMap(({ item }) => {
    const said = keptBackWords(publishedTime(form, item), now);
    return said === null ? [] : [[item.id, said] as const];
  });
}
