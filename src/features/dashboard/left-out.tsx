import { useId, useMemo, useState } from 'react';
import { notKeptInWords } from '../../content/form/not-kept-words.ts';
import { kindWords } from '../../content/forms.ts';
import { kinds } from '../../content/kinds.ts';
import { shortName } from '../../content/short-name.ts';
import { type Mend, type UnknownValue, unknownValues } from '../../content/unknown-values.ts';
import { useEditor, useUnmended } from '../../engine/editing.ts';
import { update } from '../../engine/index.ts';
import { counted } from '../../lib/in-words.ts';
import { CHANGES_OF_EDIT, UNDO_MS } from '../../lib/limits.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useToast } from '../../ui/toast.tsx';

/** How many names stand beside a value. */
const NAMES = 3;
/** How many values are shown at once: the others follow as these are mended. */
const VALUES = 8;

/** MOVE-34: the rows with values that this site does not know, by value, each with what mends all of them. */
export function LeftOut() {
  const unmended = useUnmended();
  const found = useMemo(() => unknownValues(kinds, unmended), [unmended]);
  const [problem, setProblem] = useState<string | null>(null);
  const titleId = useId();
  if (found.length === 0 && problem === null) return null;
  return (
    <Card>
      <section aria-labelledby={titleId} className="grid gap-4 p-4 xs:p-5">
        <h2 id={titleId} className="text-h2">
          Left out
        </h2>
        <p className="text-muted">
          These have values that the site doesn’t know, as after moving in, so no page shows them.
        </p>
        {problem !== null && <Alert>{problem}</Alert>}
        <ul className="grid gap-4">
          {found.slice(0, VALUES).map((one) => (
            <li key={keyOf(one)} className="grid gap-2 border-t border-hairline pt-4">
              <ValueLeftOut of={one} onProblem={setProblem} />
            </li>
          ))}
        </ul>
        {found.length > VALUES && (
          <p className="text-small text-muted">
            {`${counted(found.length - VALUES, 'more value')} will follow.`}
          </p>
        )}
      </section>
    </Card>
  );
}

function ValueLeftOut({
  of,
  onProblem,
}: {
  of: UnknownValue;
  onProblem: (problem: string | null) => void;
}) {
  const editor = useEditor();
  const toast = useToast();
  const { kind, column, value, mends, rows, isOneOfSeveral } = of;
  const words = kindWords(kind.table);
  const label = words?.labels.get(column) ?? column;
  const counts = (count: number) => counted(count, words?.one ?? 'row', words?.many);
  const many = counts(rows.length);
  const atOnce = rows.slice(0, CHANGES_OF_EDIT);
  const names = rows.slice(0, NAMES).map(({ name }) => shortName(name ?? 'Untitled'));
  const more = rows.length - names.length;
  const named = `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  const says = value === undefined || value === null ? 'nothing' : inShort(value);
  const others = isOneOfSeveral ? 'Something else of them doesn’t fit, too. ' : '';
  const shows = ({ word }: Mend) =>
    `${counts(atOnce.length)} ${word === null ? `without “${label}”` : `as ${word}`}`;

  async function mendAll(mend: Mend): Promise<void> {
    const changes = atOnce.map(({ id }) => update(kind, id, { [column]: mend.value }));
    try {
      const made = await editor.edit({ label: `Show ${shows(mend)}`, changes, holds: true });
      onProblem(null);
      if (made === null) return;
      const onClick = () => void takeBack(made.id);
      toast({
        title: `Showing ${shows(mend)}`,
        staysMs: UNDO_MS,
        action: { label: 'Undo', onClick },
      });
    } catch (error) {
      onProblem(`Nothing was changed. ${notKeptInWords(error)}`);
    }
  }

  async function takeBack(id: string): Promise<void> {
    const isBack = await editor.takeBack(id).catch(notKeptInWords);
    if (isBack === true) return;
    onProblem(`It could not be taken back. ${isBack === false ? 'It was already sent.' : isBack}`);
  }

  return (
    <>
      <p>
        <strong>{many}</strong>
        <span>{` ${rows.length === 1 ? 'has' : 'have'} ${says} as “${label}”. `}</span>
        <span className="text-muted">{named}</span>
      </p>
      {mends.length === 0 ? (
        <p className="text-small text-muted">
          {`${others}They can be mended in the table editor of your database.`}
        </p>
      ) : (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form's
        <div
          role="group"
          aria-label={`Show ${counts(atOnce.length)}`}
          className="flex flex-wrap items-center gap-2"
        >
          <span className="text-small text-muted">{`Show ${counts(atOnce.length)}`}</span>
          {mends.map((mend) => (
            <Button
              key={mend.value}
              aria-label={`Show ${shows(mend)}`}
              onClick={() => void mendAll(mend)}
            >
              {mend.word === null ? `without “${label}”` : `as ${mend.word}`}
            </Button>
          ))}
        </div>
      )}
    </>
  );
}

function keyOf({ kind, column, value, isOneOfSeveral }: UnknownValue): string {
  return JSON.stringify([kind.table, column, value, isOneOfSeveral]);
}

function inShort(value: unknown): string {
  return shortName(typeof value === 'string' ? value : JSON.stringify(value));
}
