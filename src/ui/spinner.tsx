/**
 * Shows that something is loading, after 150 ms. `label` is its text, visible or only announced.
 *
 * @param props.ofPicture what loads is a picture, whose room is kept: nothing waits for it (lib/built-page.ts)
 */
export function Spinner({
  label = 'Loading',
  labelShown = false,
  ofPicture = false,
}: {
  label?: string;
  labelShown?: boolean;
  ofPicture?: boolean;
}) {
  return (
    <div
      role="status"
      className="after-wait inline-flex items-center gap-3 text-small text-muted"
      data-loading={ofPicture ? undefined : ''}
    >
      <span
        aria-hidden="true"
        className="spinning size-5 shrink-0 rounded-chip border-2 border-hairline border-t-ink"
      />
      <span className={labelShown ? '' : 'sr-only'}>{label}</span>
    </div>
  );
}
