import { printable } from '../../src/content/moving-in/printable.ts';
import type { UnknownValue } from '../../src/content/unknown-values.ts';
import type { Backend } from '../../src/engine/supabase/http.ts';
import { counted } from '../../src/lib/in-words.ts';
import { shortened } from '../../src/lib/shortened.ts';
import { readTables } from './transfer.ts';

/**
 * Which of the rows that visitors may read cannot be shown (MOVE-33), as devices find it: all content is read once.
 *
 * @returns a word for it, and a step for each value
 */
export async function lookForUnreadable(
  backend: Backend,
): Promise<{ inWords: string; steps: readonly string[] }> {
  // As a build sets it, before the kinds are loaded. Nothing here reads it.
  Object.assign(globalThis, { __MODEL_FINGERPRINT__: '' });
  const { kinds } = await import('../../src/content/kinds.ts');
  const { unknownValues } = await import('../../src/content/unknown-values.ts');
  try {
    const { content } = await readTables(backend, null);
    const rows = [...content].flatMap(([table, all]) => all.map((row) => ({ table, row })));
    const found = unknownValues(kinds, rows);
    const ids = new Set(found.flatMap((one) => one.rows.map(({ id }) => id)));
    const inWords =
      ids.size === 0 ? 'all of it can be shown' : `${counted(ids.size, 'row')} cannot be shown`;
    // Visitors are told of no draft, and neither is this command.
    return { inWords: `${inWords}; drafts only the dashboard sees`, steps: found.map(stepFor) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return {
      inWords: 'cannot be read',
      steps: [`Find out why the content cannot be read: ${reason}`],
    };
  }
}

function stepFor({ kind, column, value, mends, rows, isOneOfSeveral }: UnknownValue): string {
  const has =
    value === undefined
      ? `no ${column}`
      : `${shortened(printable(JSON.stringify(value)), SHOWN)} in ${column}`;
  const taken = mends.map((mend) => mend.value ?? 'nothing').join(', ');
  const takes = taken === '' ? '' : `, which takes ${taken}`;
  const others = isOneOfSeveral ? ' That is not all that is wrong with them.' : '';
  const mended =
    mends.length > 0
      ? 'The dashboard of your site (/admin) mends all of them with a press.'
      : "Mend them in the project's table editor.";
  return `Pages leave out ${counted(rows.length, 'row')} of ${kind.table} with ${has}${takes}.${others} ${mended}`;
}

/** How much of a value is told, which may be anybody's. */
const SHOWN = 80;
