import { type ReactNode, useId } from 'react';
import { addressesIn, itemPath } from '../../content/addresses.ts';
import { ProjectFacts } from '../../content/projects/project-facts.tsx';
import type { Project, ProjectStatus } from '../../content/projects/projects.ts';
import { useContent } from '../../engine/index.ts';
import { ROADMAP_SHOWN } from '../../lib/limits.ts';
import { Button } from '../../ui/button.tsx';
import { ByState } from '../../ui/by-state.tsx';
import { Card } from '../../ui/card.tsx';
import { OwnersMark } from '../../ui/item-marks.tsx';
import { Note } from '../../ui/note.tsx';
import { Section } from '../../ui/section.tsx';
import { SkeletonCards } from '../../ui/skeleton.tsx';
import { StretchedLink } from '../../ui/stretched-link.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useEntryState } from '../../ui/use-entry-state.ts';
import { usePrinting } from '../../ui/use-printing.ts';
import { homeContent } from './home-content.ts';

/** HOME-7: three groups; completed projects count as donezo here. */
const groups: readonly {
  title: string;
  statuses: readonly ProjectStatus[];
  empty: string;
  hiddenWhenEmpty: boolean;
}[] = [
  {
    title: 'donezo',
    statuses: ['donezo', 'done'],
    empty: 'No donezo projects yet.',
    hiddenWhenEmpty: true,
  },
  {
    title: 'working on it',
    statuses: ['in-progress'],
    empty: 'No in-progress projects yet.',
    hiddenWhenEmpty: false,
  },
  {
    title: 'just an idea at this point',
    statuses: ['idea'],
    empty: 'No ideas yet.',
    hiddenWhenEmpty: false,
  },
];

export function Roadmap() {
  const content = useContent(homeContent.projects);
  return (
    <Section title="Project Roadmap" action={<TextLink to="/roadmap">See the roadmap</TextLink>}>
      <ByState
        content={content}
        loading={
          <SkeletonCards label="Loading projects" className="grid gap-4 @3xl/column:grid-cols-3" />
        }
        error={<Note line="plain">Unable to load projects</Note>}
        empty={<RoadmapGroups projects={[]} />}
      >
        {(projects) => <RoadmapGroups projects={projects} />}
      </ByState>
    </Section>
  );
}

function RoadmapGroups({ projects }: { projects: readonly Project[] }) {
  const addressOf = addressesIn(projects);
  return (
    <div className="grid gap-x-6 gap-y-8 @3xl/column:auto-cols-fr @3xl/column:grid-flow-col">
      {groups.map(({ title, statuses, empty, hiddenWhenEmpty }) => {
        const inGroup = projects.filter((project) => statuses.includes(project.status));
        if (inGroup.length === 0 && hiddenWhenEmpty) return null;
        return (
          <RoadmapGroup key={title} title={title} empty={empty}>
            {inGroup.map((project) => (
              <li key={project.id}>
                <RoadmapCard project={project} address={addressOf(project)} />
              </li>
            ))}
          </RoadmapGroup>
        );
      })}
    </div>
  );
}

/** Its first projects, and all of them on request. */
function RoadmapGroup({
  title,
  empty,
  children,
}: {
  title: string;
  empty: string;
  children: readonly ReactNode[];
}) {
  const id = useId();
  const [expanded, setExpanded] = useEntryState<boolean>(`expanded ${title}`, false);
  const isPrinting = usePrinting();
  const more = children.length - ROADMAP_SHOWN;
  return (
    <div>
      <h3 id={id} className="mb-3 text-h3">
        {title}
      </h3>
      {children.length === 0 ? (
        <Note>{empty}</Note>
      ) : (
        <ul className="grid gap-3">
          {expanded || isPrinting ? children : children.slice(0, ROADMAP_SHOWN)}
        </ul>
      )}
      {more > 0 && (
        <Button
          look="bare"
          className="mt-2 w-full text-small print:hidden"
          aria-expanded={expanded}
          aria-describedby={id}
          onClick={() => setExpanded(!expanded)}
        >
          {expanded ? 'Show less' : `Show ${more} more`}
        </Button>
      )}
    </div>
  );
}

function RoadmapCard({ project, address }: { project: Project; address: string }) {
  return (
    <Card leads className="p-4">
      <h4 className="line-clamp-2 font-semibold">
        <StretchedLink to={itemPath('projects', address)}>{project.title}</StretchedLink>
      </h4>
      <OwnersMark id={project.id} />
      <p className="mt-1 line-clamp-2 text-small text-muted">{project.description}</p>
      {/* On a phone the page is long enough. */}
      <div className="mt-3 hidden @3xl/column:block">
        <ProjectFacts project={project} />
      </div>
    </Card>
  );
}
