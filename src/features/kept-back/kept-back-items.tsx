import { useEffect, useMemo } from 'react';
import type { AnyForm } from '../../content/form/form.ts';
import { keptBackWords } from '../../content/form/kept-back-words.ts';
import { canBeKeptBack, publishedTime } from '../../content/form/publishing.ts';
import { dashboardTabs } from '../../content/forms.ts';
import { usePlaces } from '../../engine/editing.ts';
import { type BaseRow, list, type Place } from '../../engine/index.ts';
import { MINUTE_MS } from '../../lib/limits.ts';
import { useNow } from '../../ui/use-now.ts';

const forms = dashboardTabs()
  .flatMap((tab) => tab.forms)
  .filter(canBeKeptBack);

/** Finds what is kept back: for admins only, who alone have it. */
export function KeptBackItems({
  onFound,
}: {
  onFound: (of: string, words: KeptBackWords) => void;
}) {
  return forms.map((form) => <OfKind key={form.kind.table} form={form} onFound={onFound} />);
}

/** By the ids of items. */
export type KeptBackWords = ReadonlyMap<string, string>;

function OfKind({
  form,
  onFound,
}: {
  form: AnyForm;
  onFound: (of: string, words: KeptBackWords) => void;
}) {
  const content = usePlaces(list(form.rowKind));
  const now = useNow(MINUTE_MS);
  const places = content.state === 'ready' ? content.items : none;
  const words = useMemo(
    () =>
      new Map(
        places.flatMap(({ item: row }) => {
          const said = keptBackWords(publishedTime(form, row), now);
          return said === null ? [] : [[row.id, said] as const];
        }),
      ),
    [form, places, now],
  );
  useEffect(() => onFound(form.kind.table, words), [form, words, onFound]);
  return null;
}

const none: readonly Place<BaseRow>[] = [];
