/** Shows that something is loading, after 150 ms. `label` is its text, visible or only announced. */
export function Spinner({
  label = 'Loading',
  labelShown = false,
}: {
  label?: string;
  labelShown?: boolean;
}) {
  return (
    <div
      role="status"
      className="after-wait inline-flex items-center gap-3 text-small text-muted"
      data-loading
    >
      <span
        aria-hidden="true"
        className="spinning size-5 shrink-0 rounded-chip border-2 border-hairline border-t-ink"
      />
      <span className={labelShown ? '' : 'sr-only'}>{label}</span>
    </div>
  );
}
