import { useMemo } from 'react';
import { type ItemPage, unfoundNames } from '../../content/page-links/item-pages.ts';
import type { BaseRow } from '../../engine/index.ts';

/** Tells of links by name in the texts of these rows that no page has. Readers see their words. */
export function UnfoundNames({
  rows,
  pages,
}: {
  rows: readonly BaseRow[];
  pages: readonly ItemPage[];
}) {
  const unfound = useMemo(() => {
    const ids = new Set(rows.map(({ id }) => id));
    return unfoundNames(pages).filter(({ page }) => ids.has(page.id));
  }, [rows, pages]);
  if (unfound.length === 0) return null;
  return (
    <div className="grid gap-1 text-small text-muted">
      <p>No page has these names. Where a text links to one, readers see plain words.</p>
      <ul className="list-disc pl-5">
        {unfound.map(({ page, names }) => (
          <li key={page.id}>
            {page.title}: {names.map((name) => `[[${name}]]`).join(', ')}
          </li>
        ))}
      </ul>
    </div>
  );
}
