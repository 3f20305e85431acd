import type { ReactNode } from 'react';
import { OnDevice } from '../../ui/on-device.tsx';
import { SummaryCard } from '../../ui/summary-card.tsx';
import type { Project } from './projects.ts';

/**
 * A project in a list; leads to its page.
 *
 * @param address what stands for it in an address (addresses.ts)
 */
export function ProjectCard({
  project,
  address,
  picture = null,
  chip,
}: {
  project: Project;
  address: string;
  picture?: string | null;
  chip?: ReactNode;
}) {
  return (
    <SummaryCard
      to={`/projects/${encodeURIComponent(address)}`}
      title={project.title}
      picture={picture}
      mark={<OnDevice id={project.id} />}
      chip={chip}
    >
      {project.description}
    </SummaryCard>
  );
}
