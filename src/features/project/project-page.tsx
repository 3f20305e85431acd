import { useParams } from 'react-router-dom';
import { CopyMarkdown, known } from '../../content/copy-markdown.tsx';
import { learnings } from '../../content/learnings/learnings.ts';
import { LoadFailure } from '../../content/load-failure.tsx';
import { NearAddress } from '../../content/near-address.tsx';
import { ProjectDetails } from '../../content/projects/project-details.tsx';
import { type Project, projects, statusWords } from '../../content/projects/projects.ts';
import { StatusChip } from '../../content/projects/status-chip.tsx';
import { tasks } from '../../content/tasks/tasks.ts';
import { useItemAt } from '../../content/use-item-at.ts';
import { find, useAccount, useContent } from '../../engine/index.ts';
import { noIndex } from '../../lib/no-index.ts';
import { BackLink, besideBack } from '../../ui/back-link.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { EditMark, OwnersMark } from '../../ui/item-marks.tsx';
import { PageColumn } from '../../ui/page-column.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { partLater } from '../../ui/part-later.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Board } from './board.tsx';
import { ProjectLearnings } from './project-learnings.tsx';

const MentionedIn = partLater(
  async () => (await import('../../content/page-links/mentioned-in.tsx')).MentionedIn,
);

/** PROJECT-1 to PROJECT-4. Keyed by address, so that no state of the last project is left. */
export function ProjectPage() {
  const { projectId = '' } = useParams();
  return <ProjectAt key={projectId} address={projectId} />;
}

/** The heading element is kept while the project loads, because it may have the focus. */
function ProjectAt({ address }: { address: string }) {
  const found = useItemAt(projects, address);
  // Asked for early, so that it is known before the board is drawn.
  const isAdmin = useAccount()?.isAdmin === true;
  const project = found.state === 'ready' ? found.item : null;
  return (
    <PageColumn>
      <article className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <div className={besideBack}>
          <BackLink to="/projects">Back to Projects</BackLink>
          {project !== null && <CopyProject project={project} />}
        </div>
        <div className="grid max-w-[56rem] justify-items-start gap-3">
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
        {found.state === 'loading' && <Spinner label="Loading project" />}
        {found.state === 'missing' && <NoProject address={address} isGone={found.isGone} />}
        {project !== null && <Introduction project={project} />}
      </article>
      {project !== null && (
        <>
          <Board key={`board ${project.id}`} projectId={project.id} isAdmin={isAdmin} />
          <ProjectLearnings key={`learnings ${project.id}`} projectId={project.id} />
          <MentionedIn key={`mentions ${project.id}`} id={project.id} />
        </>
      )}
    </PageColumn>
  );
}

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

function Introduction({ project }: { project: Project }) {
  const details = <ProjectDetails details={project.details ?? ''} of={project.id} />;
  if (project.imageUrl === null) return details;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 @4xl/column:grid-cols-[minmax(0,1fr)_24rem]">
      <Picture
        src={project.imageUrl}
        alt=""
        standIn={project.title}
        eager
        className="max-w-3xl rounded-card border border-hairline @4xl/column:order-last"
      />
      {details}
    </div>
  );
}

/** PAGES-8: the project with its tasks and the titles of its learnings. */
function CopyProject({ project }: { project: Project }) {
  const own = known(useContent(find(tasks, 'project', project.id)));
  const learned = known(useContent(find(learnings, 'project', project.id)));
  const isKnown = own !== null && learned !== null;
  return (
    <CopyMarkdown
      markdown={isKnown ? ({ projectMarkdown }) => projectMarkdown(project, own, learned) : null}
    />
  );
}
