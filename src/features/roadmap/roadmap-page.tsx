import { addressOf } from '../../model/addresses.ts';
import { groupProjects } from '../../model/project-groups.ts';
import { projects } from '../../model/projects.ts';
import { list } from '../../store/queries.ts';
import { useContent, useMirrorState, useRequestSync } from '../../store/react.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { ByState } from '../../ui/by-state.tsx';
import { Note } from '../../ui/note.tsx';
import { PageColumn } from '../../ui/page-column.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Section } from '../../ui/section.tsx';
import { SkeletonCards } from '../../ui/skeleton.tsx';
import { SummaryCard } from '../../ui/summary-card.tsx';

const everyProject = list(projects);
const grid =
  'grid grid-cols-1 gap-4 @xl/column:grid-cols-2 @xl/column:gap-6 @4xl/column:grid-cols-3';

/** Spec section 2, Project Roadmap page. Refresh and Retry sync now; what is there stays on the screen. */
export function RoadmapPage() {
  const content = useContent(everyProject);
  const requestSync = useRequestSync();
  const { status } = useMirrorState();
  const sync = () => void requestSync();
  return (
    <PageColumn>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <PageHeading title="Project Roadmap" />
        <Button onClick={sync} aria-busy={status.phase === 'pulling'}>
          Refresh
        </Button>
      </div>
      <ByState
        content={content}
        loading={<RoadmapSkeleton />}
        error={
          <Alert action={<Button onClick={sync}>Retry</Button>}>
            Error loading projects. Please try again later.
          </Alert>
        }
        empty={
          <div className="grid justify-items-start gap-4">
            <Note>
              No projects found. They may still be loading or there might be a connection issue.
            </Note>
            <Button onClick={sync}>Refresh</Button>
          </div>
        }
      >
        {(items) =>
          groupProjects(items).map((group) => (
            <Section key={group.status} title={group.title}>
              <ul className={grid}>
                {group.projects.map((project) => (
                  <li key={project.id}>
                    <SummaryCard
                      to={`/projects/${encodeURIComponent(addressOf(project, items))}`}
                      title={project.title}
                    >
                      {project.description}
                    </SummaryCard>
                  </li>
                ))}
              </ul>
            </Section>
          ))
        }
      </ByState>
    </PageColumn>
  );
}

function RoadmapSkeleton() {
  return (
    <div className="grid gap-16">
      {['first', 'second', 'third'].map((section) => (
        <div key={section} data-testid="skeleton-section">
          <div aria-hidden="true" className="after-wait mb-6 h-7 w-48 rounded-chip bg-sunken" />
          <SkeletonCards label="Loading projects" className={grid} />
        </div>
      ))}
    </div>
  );
}
