import { ItemMarks } from '../../ui/item-marks.tsx';
import { SummaryCard } from '../../ui/summary-card.tsx';
import { itemPath } from '../addresses.ts';
import type { Project } from './projects.ts';

/**
 * A project in a list; leads to its page.
 *
 * @param address its part of an address: the slug or the id (addresses.ts)
 */
export function ProjectCard({
  project,
  address,
  picture,
}: {
  project: Project;
  address: string;
  /** As in SummaryCard. */
  picture?: string | null | undefined;
}) {
  return (
    <SummaryCard
      to={itemPath('projects', address)}
      title={project.title}
      picture={picture}
      mark={<ItemMarks id={project.id} />}
    >
      {project.description}
    </SummaryCard>
  );
}
