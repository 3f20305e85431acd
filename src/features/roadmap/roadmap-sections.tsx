import { memo } from 'react';
import { addressesIn } from '../../content/addresses.ts';
import { ProjectCard } from '../../content/projects/project-card.tsx';
import { groupProjects } from '../../content/projects/project-groups.ts';
import type { Project } from '../../content/projects/projects.ts';
import { LAID_OUT_AT_ONCE } from '../../lib/limits.ts';
import { Section } from '../../ui/section.tsx';
import { SkeletonCards } from '../../ui/skeleton.tsx';

const grid =
  'grid grid-cols-1 gap-4 @xl/column:grid-cols-2 @xl/column:gap-6 @4xl/column:grid-cols-3';

/** Padding for focus ring and shadow, which containment would cut off. */
const laidOutNearWindow =
  '-m-2 p-2 [contain-intrinsic-size:auto_10rem] [content-visibility:auto] print:[content-visibility:visible]';

/** The projects under their status, without empty sections. Memoized: it renders only when they change. */
export const RoadmapSections = memo(function RoadmapSections({
  projects,
}: {
  projects: readonly Project[];
}) {
  const addressOf = addressesIn(projects);
  return groupProjects(projects).map((group) => (
    <Section key={group.status} title={group.title}>
      <ul className={grid}>
        {group.projects.map((project, place) => (
          <li key={project.id} className={place < LAID_OUT_AT_ONCE ? '' : laidOutNearWindow}>
            <ProjectCard project={project} address={addressOf(project)} />
          </li>
        ))}
      </ul>
    </Section>
  ));
});

/** ROADMAP-2: three sections with three cards each. */
export function RoadmapSkeleton() {
  return (
    <div className="grid gap-16">
      {['first', 'second', 'third'].map((place) => (
        <div key={place} data-testid="skeleton-section">
          <div aria-hidden="true" className="after-wait mb-6 h-11 py-2">
            <div className="h-7 w-48 rounded-chip bg-sunken" />
          </div>
          {/* Announced only once. */}
          <SkeletonCards
            label={place === 'first' ? 'Loading projects' : ''}
            lines={3}
            className={grid}
          />
        </div>
      ))}
    </div>
  );
}
