import { ItemMarks } from '../../ui/item-marks.tsx';
import { SummaryCard } from '../../ui/summary-card.tsx';
import { itemPath } from '../addresses.ts';
import { ProjectFacts } from './project-facts.tsx';
import type { Project } from './projects.ts';

/**
 * A project in a list; leads to its page.
 *
 * @param address its part of an address: the slug or the id (addresses.ts)
 */
export function ProjectCard({
  project,
  address,
  ...look
}: {
  project: Project;
  address: string;
  /** As in SummaryCard. */
  picture?: string | null | undefined;
  isWide?: boolean;
}) {
  return (
    <SummaryCard
      to={itemPath('projects', address)}
      title={project.title}
      mark={<ItemMarks id={project.id} />}
      foot={<ProjectFacts project={project} />}
      {...look}
    >
      {project.description}
    </SummaryCard>
  );
}
