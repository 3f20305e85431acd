import { addressesIn, itemPath } from '../../content/addresses.ts';
import { MentionedIn } from '../../content/page-links/mentioned-in.tsx';
import { useItemPages } from '../../content/page-links/use-item-pages.ts';
import { groupProjects, listOrder } from '../../content/projects/project-groups.ts';
import { type Project, projects, statusWords } from '../../content/projects/projects.ts';
import { list, useContent } from '../../engine/index.ts';
import { LOADING } from '../../lib/built-page.ts';
import { WayOn } from '../../ui/way-on.tsx';

const everyProject = list(projects);

/** What a project's page ends with. The way on stands below what mentions the project, and comes with it: nothing moves it. */
export function ProjectEnd({ id }: { id: string }) {
  const pages = useItemPages();
  const content = useContent(everyProject);
  if (pages === null) return <span hidden {...{ [LOADING]: '' }} />;
  return (
    <>
      <MentionedIn id={id} />
      {content.state === 'ready' && <NextProject id={id} all={content.items} />}
    </>
  );
}

/** PROJECT-6: the next project of the list; from the last one the way leads to the list. */
function NextProject({ id, all }: { id: string; all: readonly Project[] }) {
  const inOrder = groupProjects(all, listOrder).flatMap((group) => group.projects);
  const next = inOrder[inOrder.findIndex((project) => project.id === id) + 1];
  return next === undefined ? (
    <WayOn name="Next project" why="That was the last one" to="/projects">
      All projects
    </WayOn>
  ) : (
    <WayOn
      name="Next project"
      why={`Next project · ${statusWords[next.status]}`}
      to={itemPath('projects', addressesIn(all)(next))}
    >
      {next.title}
    </WayOn>
  );
}
