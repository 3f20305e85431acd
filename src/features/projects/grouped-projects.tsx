import { addressesIn } from '../../content/addresses.ts';
import { LiveProjects } from '../../content/projects/live-projects.tsx';
import { ProjectCard } from '../../content/projects/project-card.tsx';
import { groupProjects, listOrder } from '../../content/projects/project-groups.ts';
import type { Project } from '../../content/projects/projects.ts';
import { Section } from '../../ui/section.tsx';

/** One column, two from medium and three from large screens, measured without the sidebar. */
export const projectGrid =
  'grid grid-cols-1 gap-4 @xl/column:grid-cols-2 @xl/column:gap-6 @4xl/column:grid-cols-3';

/** The projects by status: what is being worked on is large, the others are small cards (PROJECTS-1, DIFF-16). */
export function ProjectGroups({ projects }: { projects: readonly Project[] }) {
  const addressOf = addressesIn(projects);
  return groupProjects(projects, listOrder).map((group) => (
    <Section key={group.status} title={group.title}>
      {group.status === 'in-progress' ? (
        <LiveProjects projects={group.projects} addressOf={addressOf} />
      ) : (
        <ul className={projectGrid}>
          {group.projects.map((project) => (
            <li key={project.id}>
              <ProjectCard project={project} address={addressOf(project)} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  ));
}
