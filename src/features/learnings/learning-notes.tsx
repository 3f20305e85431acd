import { LearningDates } from '../../content/learnings/learning-dates.tsx';
import type { Learning } from '../../content/learnings/learnings.ts';
import { ProjectLink } from '../../content/learnings/project-link.tsx';
import { useProjectOf } from '../../content/learnings/use-project-of.ts';
import { statusWords } from '../../content/projects/projects.ts';
import { StatusChip } from '../../content/projects/status-chip.tsx';
import { tagPath } from '../../content/tag-place.ts';
import { TagList } from '../../ui/tag-list.tsx';

/** LEARNING-7: what is noted in the margin of a learning: when it was written, of which project it is, and its tags. */
export function LearningNotes({ learning }: { learning: Learning }) {
  const project = useProjectOf()(learning);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 @4xl/column:col-start-2 @4xl/column:flex-col @4xl/column:items-start">
      <LearningDates learning={learning} />
      {project !== undefined && (
        // Its room is there before its words.
        <p className="flex min-h-7 w-full flex-wrap items-center gap-x-2 text-small text-muted">
          <ProjectLink project={project} />{' '}
          {project.status !== null && (
            <StatusChip status={project.status} words={statusWords[project.status]} />
          )}
        </p>
      )}
      <TagList tags={learning.tags} toTag={tagPath} />
    </div>
  );
}
