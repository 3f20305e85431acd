import { ShortDate } from '../../ui/short-date.tsx';
import { doneInWords, ProgressBar } from './progress-bar.tsx';
import type { Project, ProjectStatus } from './projects.ts';
import { useProgress } from './use-progress.ts';

/** What stands before the day on which a project was added. */
export function sinceWord(status: ProjectStatus): string {
  return status === 'donezo' || status === 'done' ? 'Begun' : 'Since';
}

/**
 * Since when a project is there, and how far it is. The room is the same before its tasks are known, and without any.
 */
export function ProjectFacts({
  project: { id, createdAt, status },
  bar,
}: {
  project: Project;
  /** How the line is displayed. */
  bar?: string;
}) {
  const progress = useProgress(id);
  return (
    <div className="grid gap-2 text-small text-muted tabular-nums">
      <ProgressBar progress={progress} className={bar} />
      <p className="flex min-h-[1lh] justify-between gap-3">
        {createdAt !== null && (
          <span>
            {sinceWord(status)} <ShortDate time={createdAt} />
          </span>
        )}
        {progress !== undefined && (
          <span className="ml-auto shrink-0">{doneInWords(progress)}</span>
        )}
      </p>
    </div>
  );
}
