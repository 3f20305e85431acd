import { projects } from '../../content/projects/projects.ts';
import { useSyncNow } from '../../content/use-sync-now.ts';
import { list, useContent } from '../../engine/index.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { ByState } from '../../ui/by-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Note } from '../../ui/note.tsx';
import { PageColumn } from '../../ui/page-column.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { RoadmapSections, RoadmapSkeleton } from './roadmap-sections.tsx';

const everyProject = list(projects);

/** ROADMAP-1, ROADMAP-2. Refresh and Retry sync now; the present content stays on the screen. */
export function RoadmapPage() {
  const content = useContent(everyProject);
  const { syncNow: refresh, working } = useSyncNow();
  const button = <RefreshButton onClick={refresh} working={working} />;
  return (
    <PageColumn>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-4">
        <PageHeading title="Project Roadmap" />
        {content.state !== 'empty' && button}
      </div>
      <p role="status" className="sr-only">
        {working && 'Refreshing'}
      </p>
      <ByState
        content={content}
        loading={<RoadmapSkeleton />}
        error={
          <Alert action={<Button onClick={refresh}>Retry</Button>}>
            Error loading projects. Please try again later.
          </Alert>
        }
        empty={
          <div className="grid justify-items-start gap-4">
            <Note>
              No projects found. They may still be loading or there might be a connection issue.
            </Note>
            {button}
          </div>
        }
      >
        {(items) => <RoadmapSections projects={items} />}
      </ByState>
    </PageColumn>
  );
}

/** Its arrow turns while syncing; label and width stay the same. */
function RefreshButton({ onClick, working }: { onClick: () => void; working: boolean }) {
  return (
    <Button onClick={onClick} aria-busy={working}>
      <Icon name="refresh" className={`size-4 ${working ? 'spinning' : ''}`} />
      Refresh
    </Button>
  );
}
