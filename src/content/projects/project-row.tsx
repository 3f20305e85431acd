import { ItemMarks } from '../../ui/item-marks.tsx';
import { StretchedLink } from '../../ui/stretched-link.tsx';
import { itemPath } from '../addresses.ts';
import { ProjectFacts } from './project-facts.tsx';
import type { Project } from './projects.ts';

/** A project as a line of a list, which leads to its page: what is not being worked on takes less room. */
export function ProjectRow({
  project,
  address,
}: {
  project: Project;
  /** As in ProjectCard. */
  address: string;
}) {
  return (
    <div className="relative -mx-3 grid items-center gap-x-8 gap-y-2 rounded-control px-3 py-3 transition-colors has-[.stretched:active]:bg-sunken has-[.stretched:hover]:bg-sunken @2xl/column:grid-cols-[minmax(0,1fr)_14rem] print:break-inside-avoid">
      <div className="grid gap-1">
        <h3 className="font-semibold">
          <StretchedLink to={itemPath('projects', address)}>{project.title}</StretchedLink>
        </h3>
        <ItemMarks id={project.id} />
        <p className="line-clamp-2 text-small text-muted @2xl/column:line-clamp-1">
          {project.description}
        </p>
      </div>
      {/* Between the lines of a narrow list it would look like one of them. */}
      <ProjectFacts project={project} bar="hidden @2xl/column:block" />
    </div>
  );
}
