import type { ReactNode } from 'react';
import { ProjectCard } from './project-card.tsx';
import type { Project } from './projects.ts';

/**
 * DIFF-16: what is being worked on, large and with pictures, in two columns. Of an odd number the first one is as wide as both,
 * so that no place stays empty. If one project has a picture, the others get a stand-in.
 */
export function LiveProjects({
  projects,
  addressOf,
  placeLook = () => '',
}: {
  projects: readonly Project[];
  addressOf: (project: Project) => string;
  /** Further classes of the card's place in the list. */
  placeLook?: (place: number) => string;
}): ReactNode {
  const hasPictures = projects.some(({ imageUrl }) => imageUrl !== null);
  return (
    <ul className="grid grid-cols-1 gap-4 @xl/column:grid-cols-2 @xl/column:gap-6">
      {projects.map((project, place) => {
        const isWide = place === 0 && projects.length % 2 === 1;
        return (
          <li
            key={project.id}
            className={`${isWide ? '@xl/column:col-span-2' : ''} ${placeLook(place)}`}
          >
            <ProjectCard
              project={project}
              address={addressOf(project)}
              picture={hasPictures ? project.imageUrl : undefined}
              isWide={isWide}
            />
          </li>
        );
      })}
    </ul>
  );
}
