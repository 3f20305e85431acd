import { addressesIn } from '../../content/addresses.ts';
import { groupProjects } from '../../content/projects/project-groups.ts';
import type { Project } from '../../content/projects/projects.ts';
import { statusWords } from '../../content/projects/projects.ts';
import { OnDevice } from '../../ui/on-device.tsx';
import { Section } from '../../ui/section.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { SummaryCard } from '../../ui/summary-card.tsx';

/** One column, two from medium and three from large screens, measured without the sidebar. */
export const projectGrid =
  'grid grid-cols-1 gap-4 @xl/column:grid-cols-2 @xl/column:gap-6 @4xl/column:grid-cols-3';

/** The projects in the groups of the roadmap. */
export function ProjectGroups({ projects }: { projects: readonly Project[] }) {
  const addressOf = addressesIn(projects);
  return groupProjects(projects).map((group) => (
    <Section key={group.status} title={group.title}>
      <ul className={projectGrid}>
        {group.projects.map((project) => (
          <li key={project.id}>
            <SummaryCard
              to={`/projects/${encodeURIComponent(addressOf(project))}`}
              title={project.title}
              picture={project.imageUrl}
              mark={<OnDevice id={project.id} />}
              chip={<StatusChip status={project.status} words={statusWords[project.status]} />}
            >
              {project.description}
            </SummaryCard>
          </li>
        ))}
      </ul>
    </Section>
  ));
}
