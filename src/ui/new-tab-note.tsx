/** Said inside a link that opens a new tab, to those who would not see it happen. */
export function NewTabNote() {
  return <span className="sr-only"> (opens in a new tab)</span>;
}
