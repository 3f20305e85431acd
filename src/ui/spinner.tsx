/** Turns while something is waited for, from 150 ms on. `label` is what it says, seen or only heard. */
export function Spinner({
  label = 'Loading',
  labelShown = false,
}: {
  label?: string;
  labelShown?: boolean;
}) {
  return (
    <div role="status" className="after-wait inline-flex items-center gap-3 text-small text-muted">
      <span
        aria-hidden="true"
        className="spinning size-5 shrink-0 rounded-chip border-2 border-hairline border-t-ink"
      />
      <span className={labelShown ? '' : 'sr-only'}>{label}</span>
    </div>
  );
}
