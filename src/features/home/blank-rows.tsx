/**
 * Blank rows in place of those still loading, shown after 150 ms (LOOK-10).
 *
 * @param props.list the classes of the real list
 * @param props.row the classes of a real row, which keep its height
 * @param props.label what a screen reader announces meanwhile
 */
export function BlankRows({
  count,
  list,
  row,
  label,
}: {
  count: number;
  list: string;
  row: string;
  label: string;
}) {
  return (
    <div role="status" data-loading className="after-wait">
      <span className="sr-only">{label}</span>
      <div aria-hidden="true" className={list}>
        {Array.from({ length: count }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: blank rows have no other identity
          <div key={place} className={row}>
            <div className="h-4 w-3/5 rounded-chip bg-sunken" />
          </div>
        ))}
      </div>
    </div>
  );
}
