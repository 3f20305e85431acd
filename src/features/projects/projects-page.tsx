import { LoadFailure } from '../../content/load-failure.tsx';
import { projects } from '../../content/projects/projects.ts';
import { list, useContent } from '../../engine/index.ts';
import { ByState } from '../../ui/by-state.tsx';
import { Note } from '../../ui/note.tsx';
import { PageColumn } from '../../ui/page-column.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { SkeletonCards } from '../../ui/skeleton.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { ProjectGroups, projectGrid } from './grouped-projects.tsx';

const everyProject = list(projects);

/** PROJECTS-1, PROJECTS-2 */
export function ProjectsPage({ empty = 'No projects yet.' }: { empty?: string }) {
  const content = useContent(everyProject);
  return (
    <PageColumn>
      <PageHeading title="Projects" beside={<TextLink to="/roadmap">See the roadmap</TextLink>} />
      <ByState
        content={content}
        loading={
          <SkeletonCards
            label="Loading projects"
            shape="picture"
            lines={4}
            className={projectGrid}
          />
        }
        error={<LoadFailure>Failed to load projects. Please try refreshing the page.</LoadFailure>}
        empty={<Note>{empty}</Note>}
      >
        {(items) => <ProjectGroups projects={items} />}
      </ByState>
    </PageColumn>
  );
}
