import { capital } from '../../content/form/form.ts';
import type { KindWords } from '../../content/form/kind-words.ts';
import { kindWords } from '../../content/forms.ts';
import { shortName } from '../../content/short-name.ts';
import { type DeletedRow, itemName } from '../../engine/index.ts';
import { counted, dayAndTime } from '../../lib/in-words.ts';
import type { Instant } from '../../lib/millis.ts';

/** `Project “Fieldnotes”`, and `deleted today 09:14 by you, with 3 tasks; 1 learning pointed to it`. */
export function deletedLine(
  row: DeletedRow,
  { kind, one }: KindWords,
  own: string | null,
  now: Instant,
): { readonly what: string; readonly about: string } {
  const time = Date.parse(row.at);
  const who = row.by === null ? 'in the database' : row.by === own ? 'by you' : `by ${row.by}`;
  const parts = countsInWords(row.parts);
  const pointed = countsInWords(row.pointed);
  const about = [
    `deleted ${dayAndTime(time, Math.max(now, time))} ${who}`,
    ...(parts === '' ? [] : [`with ${parts}`]),
    ...(pointed === '' ? [] : [`${pointed} pointed to it`]),
  ];
  return { what: `${capital(one)} ${shortName(itemName(kind, row.row))}`, about: about.join(', ') };
}

function countsInWords(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([table, count]) => {
      const words = kindWords(table);
      return counted(count, words?.one ?? 'item', words?.many ?? 'items');
    })
    .join(' and ');
}
