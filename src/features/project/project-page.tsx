import { useParams } from 'react-router-dom';
import { itemPath } from '../../content/addresses.ts';
import { CopyMarkdown, known } from '../../content/copy-markdown.tsx';
import { type Learning, learnings } from '../../content/learnings/learnings.ts';
import { LoadFailure } from '../../content/load-failure.tsx';
import { NearAddress } from '../../content/near-address.tsx';
import { useReadable } from '../../content/page-links/use-readable.ts';
import { progressIn } from '../../content/projects/progress.ts';
import { ProjectDetails } from '../../content/projects/project-details.tsx';
import { type Project, projects, statusWords } from '../../content/projects/projects.ts';
import { StatusChip } from '../../content/projects/status-chip.tsx';
import { type Task, tasks } from '../../content/tasks/tasks.ts';
import { useItemAt } from '../../content/use-item-at.ts';
import { find, useAccount, useContent } from '../../engine/index.ts';
import { noIndex } from '../../lib/no-index.ts';
import { BackLink, besideBack } from '../../ui/back-link.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { EditMark, OwnersMark } from '../../ui/item-marks.tsx';
import { PageColumn } from '../../ui/page-column.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { partLater } from '../../ui/part-later.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Board } from './board.tsx';
import { LEARNINGS, ProjectAside } from './project-aside.tsx';
import { ProjectLearnings } from './project-learnings.tsx';

const ProjectEnd = partLater(async () => (await import('./project-end.tsx')).ProjectEnd);

/** PROJECT-1 to PROJECT-4. Keyed by address, so that no state of the last project is left. */
export function ProjectPage() {
  const { projectId = '' } = useParams();
  return <ProjectAt key={projectId} address={projectId} />;
}

/** The heading element is kept while the project loads, because it may have the focus. */
function ProjectAt({ address }: { address: string }) {
  const at = useItemAt(projects, address);
  const found = useReadable(at, at.state === 'ready' ? [at.item.details] : []);
  // Asked for early, as the tasks and learnings are, so that it is known before the board is drawn.
  const isAdmin = useAccount()?.isAdmin === true;
  const project = found.state === 'ready' ? found.item : null;
  const own = known(useContent(find(tasks, 'project', project?.id ?? '')));
  const learned = known(useContent(find(learnings, 'project', project?.id ?? '')));
  const isBare = own?.length === 0 && learned?.length === 0;
  return (
    <PageColumn>
      <article className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <div className={besideBack}>
          <BackLink to="/projects">Back to Projects</BackLink>
          {project !== null && <CopyProject project={project} own={own} learned={learned} />}
        </div>
        <div className={project === null ? '' : beside}>
          <div className="grid max-w-[56rem] content-start justify-items-start gap-3">
            {project === null ? (
              <PageHeading title="Project">
                <span className="after-wait">Project</span>
              </PageHeading>
            ) : (
              <PageHeading title={project.title} />
            )}
            {project !== null && <OwnersMark id={project.id} />}
            {project !== null && <EditMark id={project.id} />}
            {project !== null && (
              <StatusChip status={project.status} words={statusWords[project.status]} />
            )}
            {project !== null && project.description !== '' && (
              <p className="max-w-[65ch] text-prose whitespace-pre-line break-words">
                {project.description}
              </p>
            )}
          </div>
          {project !== null && (
            <>
              <ProjectAside
                project={project}
                path={itemPath('projects', address)}
                progress={own && progressIn(own)}
                learned={learned === null ? null : learned.length}
              />
              <ProjectDetails details={project.details ?? ''} of={project.id} />
            </>
          )}
        </div>
        {found.state === 'loading' && <Spinner label="Loading project" />}
        {found.state === 'missing' && <NoProject address={address} isGone={found.isGone} />}
      </article>
      {project !== null && (
        <>
          {(isAdmin || !isBare) && (
            <>
              <Board key={`board ${project.id}`} projectId={project.id} isAdmin={isAdmin} />
              <div id={LEARNINGS}>
                <ProjectLearnings key={`learnings ${project.id}`} projectId={project.id} />
              </div>
            </>
          )}
          <ProjectEnd key={`end ${project.id}`} id={project.id} />
        </>
      )}
    </PageColumn>
  );
}

/** Picture and facts stand beside the text in a wide column, and above the details in a narrow one. On paper there is one. */
const beside =
  'grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-6 @2xl/column:grid-cols-[minmax(0,1fr)_15rem] @2xl/column:grid-rows-[auto_1fr] @4xl/column:grid-cols-[minmax(0,48rem)_minmax(20rem,1fr)] @4xl/column:gap-x-10 print:block print:space-y-6';

function NoProject({ address, isGone }: { address: string; isGone: boolean }) {
  return (
    <>
      {isGone && <meta {...noIndex} />}
      <LoadFailure action={<ButtonLink to="/projects">Return to Projects</ButtonLink>}>
        Error loading project details. Project might not exist.
      </LoadFailure>
      <NearAddress address={address} />
    </>
  );
}

/** PAGES-8: the project with its tasks and the titles of its learnings. */
function CopyProject({
  project,
  own,
  learned,
}: {
  project: Project;
  own: readonly Task[] | null;
  learned: readonly Learning[] | null;
}) {
  const isKnown = own !== null && learned !== null;
  return (
    <CopyMarkdown
      markdown={isKnown ? ({ projectMarkdown }) => projectMarkdown(project, own, learned) : null}
    />
  );
}
