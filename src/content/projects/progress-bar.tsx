import type { Progress } from './progress.ts';

/** The words for how far a project is: `5 of 15 done`. */
export function doneInWords({ done, all }: Progress): string {
  return `${done} of ${all} done`;
}

/**
 * The same as a line, beside those words. Without tasks it only keeps its room.
 *
 * @param props.className how it is displayed
 */
export function ProgressBar({
  progress,
  className = 'block',
}: {
  progress: Progress | undefined;
  className?: string | undefined;
}) {
  return (
    <span
      className={`h-1 overflow-clip rounded-chip ${className} ${progress === undefined ? '' : 'bg-hairline'}`}
    >
      {progress !== undefined && (
        <span
          className="block h-full rounded-chip bg-ok"
          style={{ width: `${(100 * progress.done) / progress.all}%` }}
        />
      )}
    </span>
  );
}
