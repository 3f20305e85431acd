import { Link } from 'react-router-dom';
import type { OwnersWords } from '../../content/profile/owners-words.ts';
import { doneInWords } from '../../content/projects/progress-bar.tsx';
import type { Project } from '../../content/projects/projects.ts';
import { useProgress } from '../../content/projects/use-progress.ts';
import { useContent } from '../../engine/index.ts';
import { site } from '../../site.config.ts';
import { ButtonLink, buttonClass } from '../../ui/button.tsx';
import { NewTabNote } from '../../ui/text-link.tsx';
import { homeContent } from './home-content.ts';

const quiet = `${buttonClass('bare')} underline decoration-control underline-offset-4`;

/**
 * HOME-1, HOME-9: the button to the project of the day, what it leads to, and quiet links to the owner. They appear together: the
 * links stand beside the button, and would move when it came. Their room is kept, which is one row: in a narrow window they are
 * closer, and the owner's link gives way.
 *
 * @param props.first of the owner's links
 */
export function WaysOn({ first }: { first: OwnersWords['social'][number] | undefined }) {
  const content = useContent(homeContent.projects);
  const project = content.state === 'ready' ? content.items.find(isOfTheDay) : undefined;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex min-h-11 items-center gap-x-1 whitespace-nowrap max-[22rem]:*:px-2">
        {project !== undefined && (
          <ButtonLink to={site.lfgTarget} look="loud">
            LFG
          </ButtonLink>
        )}
        {content.state !== 'loading' && (
          <>
            <Link to="/contact" className={quiet}>
              Write to me
            </Link>
            {first !== undefined && (
              <a
                href={first.href}
                target="_blank"
                rel="noopener noreferrer"
                className={`${quiet} min-w-0`}
              >
                <span className="truncate">{first.label}</span>
                <NewTabNote />
              </a>
            )}
          </>
        )}
      </div>
      <p className="flex min-h-[1lh] text-small text-muted">
        {project !== undefined && <OfTheDay project={project} />}
      </p>
    </div>
  );
}

/** FIRST-3: under any address that it has or had. Where there is none, LFG would lead to an error. */
function isOfTheDay({ slug, id, formerSlugs }: Project): boolean {
  const address = site.lfgTarget.slice('/projects/'.length);
  return [slug, id, ...formerSlugs].some(
    (it) => it === address || encodeURIComponent(it) === address,
  );
}

/** One line, whatever comes when: only the title gives way. */
function OfTheDay({ project: { id, title } }: { project: Project }) {
  const progress = useProgress(id);
  return (
    <>
      <span className="truncate">{`the project of the day: ${title}`}</span>
      {progress !== undefined && (
        <span className="shrink-0 whitespace-pre">{`, ${doneInWords(progress)}`}</span>
      )}
    </>
  );
}
