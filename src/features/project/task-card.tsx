/** A card of the board, of the same height for readers and admins. */
export const cardSheet =
  'relative rounded-control border border-hairline bg-paper print:break-inside-avoid';

/** Padding for the controls at the card's sides. */
export function TaskText({
  hasControls = false,
  children,
}: {
  hasControls?: boolean;
  children: string;
}) {
  return (
    <p className={`overflow-clip py-2.5 ${hasControls ? 'pr-10 pl-8' : 'px-3'}`}>{children}</p>
  );
}
