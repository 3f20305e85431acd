import { useParams } from 'react-router-dom';
import { statusWords } from '../../model/project-groups.ts';
import { type Project, projects } from '../../model/projects.ts';
import { byId, find } from '../../store/queries.ts';
import { useContent } from '../../store/react.tsx';
import { Alert } from '../../ui/alert.tsx';
import { BackLink } from '../../ui/back-link.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { PageColumn } from '../../ui/page-column.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Picture } from '../../ui/picture.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { Board } from './board.tsx';
import { ProjectLearnings } from './project-learnings.tsx';

/** Spec section 2, Project detail: looked up by slug first, then by id. */
export function ProjectPage() {
  const { projectId = '' } = useParams();
  const bySlug = useContent(find(projects, 'slug', projectId));
  const byKey = useContent(byId(projects, projectId));
  const project = (bySlug.state === 'ready' ? bySlug : byKey.state === 'ready' ? byKey : null)
    ?.items[0];
  if (project !== undefined) return <ProjectDetail project={project} />;
  const isLoading = bySlug.state === 'loading' || byKey.state === 'loading';
  return (
    <PageColumn>
      <div className="grid gap-4">
        <BackLink to="/projects">Projects</BackLink>
        <PageHeading title="Project" />
        {isLoading ? <Spinner label="Loading project" /> : <NoProject />}
      </div>
    </PageColumn>
  );
}

function NoProject() {
  return (
    <>
      <meta name="robots" content="noindex" />
      <Alert action={<ButtonLink to="/projects">Return to Projects</ButtonLink>}>
        Error loading project details. Project might not exist.
      </Alert>
    </>
  );
}

function ProjectDetail({ project }: { project: Project }) {
  return (
    <PageColumn>
      <article className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <BackLink to="/projects">Projects</BackLink>
        <div className="grid max-w-[56rem] grid-cols-[minmax(0,1fr)] justify-items-start gap-3">
          <PageHeading title={project.title} />
          <StatusChip status={project.status} words={statusWords[project.status]} />
        </div>
        {project.imageUrl !== null && (
          <Picture
            src={project.imageUrl}
            alt=""
            standIn={project.title}
            eager
            className="max-w-3xl rounded-card border border-hairline"
          />
        )}
        {project.details === null ? (
          <p className="text-muted">No details provided for this project yet.</p>
        ) : (
          <RichText html={project.details} />
        )}
      </article>
      <Board projectId={project.id} />
      <ProjectLearnings projectId={project.id} />
    </PageColumn>
  );
}
