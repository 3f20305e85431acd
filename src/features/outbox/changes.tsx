import { Fragment, type ReactNode } from 'react';
import type { QueuedChange } from '../../engine/index.ts';
import { counted } from '../../lib/in-words.ts';
import { CHANGES_SHOWN } from '../../lib/limits.ts';
import { changeInWords, type FieldInWords, wholeValues } from './change-words.ts';
import { Value } from './value.tsx';

/** What an edit changes, row by row. */
export function Changes({ changes }: { changes: readonly QueuedChange[] }) {
  const rest = changes.slice(CHANGES_SHOWN);
  return (
    <div className="grid gap-2 text-small">
      <ChangeList changes={changes.slice(0, CHANGES_SHOWN)} named={changes.length > 1} />
      {rest.length > 0 && (
        <details>
          <summary className="py-1 font-medium text-muted">
            {counted(rest.length, 'more change')}
          </summary>
          <ChangeList changes={rest} named />
        </details>
      )}
      <EveryWord changes={changes} />
    </div>
  );
}

function ChangeList({ changes, named }: { changes: readonly QueuedChange[]; named: boolean }) {
  return (
    <ul className="grid gap-1">
      {changes.map((change, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the changes of an edit keep their order
        <ChangeLines key={place} change={change} named={named} />
      ))}
    </ul>
  );
}

function ChangeLines({ change, named }: { change: QueuedChange; named: boolean }) {
  const { thing, summary, fields } = changeInWords(change);
  if (summary !== null) return <li>{summary}</li>;
  return fields.map((field) => (
    <li key={field.column}>
      <Field field={field} of={named ? ` of ${thing}` : ''} />
    </li>
  ));
}

function Field({ field: { name, values }, of }: { field: FieldInWords; of: string }): ReactNode {
  if (values === null) return `${name}${of} changed`;
  const [before, after] = values;
  return (
    <Fragment>
      <span className="font-medium">{`${name}${of}:`}</span> <Value value={before} /> →{' '}
      <Value value={after} />
    </Fragment>
  );
}

/** The full texts as they were typed, for copying in case the edit never arrives. */
function EveryWord({ changes }: { changes: readonly QueuedChange[] }) {
  const values = changes.flatMap(wholeValues);
  if (values.length === 0) return null;
  return (
    <details>
      <summary className="py-1 font-medium text-muted">Everything it says</summary>
      <dl className="grid gap-1 pt-1">
        {values.map(({ name, value }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the values of an edit keep their order
          <Fragment key={place}>
            <dt className="text-micro font-semibold text-muted">{name}</dt>
            <dd className="mb-2 break-words whitespace-pre-wrap select-text">
              <Value value={value} />
            </dd>
          </Fragment>
        ))}
      </dl>
    </details>
  );
}
