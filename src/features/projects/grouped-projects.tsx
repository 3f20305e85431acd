import { addressesIn } from '../../content/addresses.ts';
import { ProjectCard } from '../../content/projects/project-card.tsx';
import { groupProjects } from '../../content/projects/project-groups.ts';
import type { Project } from '../../content/projects/projects.ts';
import { Section } from '../../ui/section.tsx';

/** One column, two from medium and three from large screens, measured without the sidebar. */
export const projectGrid =
  'grid grid-cols-1 gap-4 @xl/column:grid-cols-2 @xl/column:gap-6 @4xl/column:grid-cols-3';

/** The projects in the groups of the roadmap. If one project of a group has a picture, the others get a stand-in. */
export function ProjectGroups({ projects }: { projects: readonly Project[] }) {
  const addressOf = addressesIn(projects);
  return groupProjects(projects).map((group) => {
    const hasPictures = group.projects.some(({ imageUrl }) => imageUrl !== null);
    return (
      <Section key={group.status} title={group.title}>
        <ul className={projectGrid}>
          {group.projects.map((project) => (
            <li key={project.id}>
              <ProjectCard
                project={project}
                address={addressOf(project)}
                picture={hasPictures ? project.imageUrl : undefined}
              />
            </li>
          ))}
        </ul>
      </Section>
    );
  });
}
