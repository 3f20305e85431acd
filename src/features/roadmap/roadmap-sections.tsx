import { memo } from 'react';
import { addressesIn } from '../../content/addresses.ts';
import { LiveProjects } from '../../content/projects/live-projects.tsx';
import { groupProjects, roadmapOrder } from '../../content/projects/project-groups.ts';
import { ProjectRow } from '../../content/projects/project-row.tsx';
import type { Project } from '../../content/projects/projects.ts';
import { LAID_OUT_AT_ONCE } from '../../lib/limits.ts';
import { Section } from '../../ui/section.tsx';
import { SkeletonCards } from '../../ui/skeleton.tsx';

const grid =
  'grid grid-cols-1 gap-4 @xl/column:grid-cols-2 @xl/column:gap-6 @4xl/column:grid-cols-3';

const laidOutNearWindow = '[content-visibility:auto] print:[content-visibility:visible]';

/** Padding for focus ring and shadow, which containment would cut off. */
const laterCard = `-m-2 p-2 [contain-intrinsic-size:auto_25rem] ${laidOutNearWindow}`;
const laterRow = `-mx-5 px-5 [contain-intrinsic-size:auto_5rem] [overflow-clip-margin:0.5rem] ${laidOutNearWindow}`;

/**
 * The projects under their status, without empty sections: what is being worked on as cards, the others as rows (DIFF-16).
 * Memoized: it renders only when they change.
 */
export const RoadmapSections = memo(function RoadmapSections({
  projects,
}: {
  projects: readonly Project[];
}) {
  const addressOf = addressesIn(projects);
  return groupProjects(projects, roadmapOrder).map((group) => (
    <Section key={group.status} title={group.title}>
      {group.status === 'in-progress' ? (
        <LiveProjects
          projects={group.projects}
          addressOf={addressOf}
          placeLook={(place) => (place < LAID_OUT_AT_ONCE ? '' : laterCard)}
        />
      ) : (
        <ul className="divide-y divide-hairline border-y border-hairline">
          {group.projects.map((project, place) => (
            <li key={project.id} className={place < LAID_OUT_AT_ONCE ? '' : laterRow}>
              <ProjectRow project={project} address={addressOf(project)} />
            </li>
          ))}
        </ul>
      )}
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
