/** Inside a link that opens a new tab: tells screen readers so. */
export function NewTabNote() {
  return <span className="sr-only"> (opens in a new tab)</span>;
}
