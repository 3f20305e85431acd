import { CopyMarkdown, known } from '../../content/copy-markdown.tsx';
import { learnings } from '../../content/learnings/learnings.ts';
import type { Project } from '../../content/projects/projects.ts';
import { tasks } from '../../content/tasks/tasks.ts';
import { find, useContent } from '../../engine/index.ts';

/** PAGES-8: the project with its tasks and the titles of its learnings. */
export function CopyProject({ project }: { project: Project }) {
  const own = known(useContent(find(tasks, 'project', project.id)));
  const learned = known(useContent(find(learnings, 'project', project.id)));
  const isKnown = own !== null && learned !== null;
  return (
    <CopyMarkdown
      markdown={isKnown ? ({ projectMarkdown }) => projectMarkdown(project, own, learned) : null}
    />
  );
}
