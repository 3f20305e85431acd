/** A card of the board, of whichever kind: it is as high for readers as for admins. */
export const cardSheet =
  'relative rounded-control border border-hairline bg-paper print:break-inside-avoid';

/** The text leaves room for the controls that lie over the card's sides. */
export function TaskText({
  hasControls = false,
  children,
}: {
  hasControls?: boolean;
  children: string;
}) {
  return <p className={`py-2.5 ${hasControls ? 'pr-10 pl-8' : 'px-3'}`}>{children}</p>;
}
