import { type ReactNode, useMemo } from 'react';
import type { Progress } from '../../content/projects/progress.ts';
import { doneInWords, ProgressBar } from '../../content/projects/progress-bar.tsx';
import { sinceWord } from '../../content/projects/project-facts.tsx';
import type { Project } from '../../content/projects/projects.ts';
import { counted } from '../../lib/in-words.ts';
import { Picture } from '../../ui/picture.tsx';
import { ShortDate } from '../../ui/short-date.tsx';
import { NewTabLink, TextLink } from '../../ui/text-link.tsx';
import { linksIn } from './links-in.ts';

/** The id of the section that the number of learnings leads to. */
export const LEARNINGS = 'learnings';

/**
 * PROJECT-5: a project's picture and facts, beside its text. Each fact has its room before it is known, so that nothing moves.
 *
 * @param progress null as long as the tasks are not known, as `learned` is
 */
export function ProjectAside({
  project,
  path,
  progress,
  learned,
}: {
  project: Project;
  /** Of its page. */
  path: string;
  progress: Progress | null;
  learned: number | null;
}) {
  const { createdAt, details, imageUrl, status, title } = project;
  const links = useMemo(() => linksIn(details ?? ''), [details]);
  return (
    <section
      aria-label="About this project"
      className="grid gap-4 self-start @2xl/column:col-start-2 @2xl/column:row-span-2 @2xl/column:row-start-1 [@media_screen_and_(min-height:40rem)]:@2xl/column:sticky top-20 md:top-8"
    >
      {imageUrl !== null && (
        <Picture
          src={imageUrl}
          alt=""
          standIn={title}
          eager
          of={path}
          className="max-w-3xl rounded-card border border-hairline print:max-w-80"
        />
      )}
      <ul className="divide-y divide-hairline text-small tabular-nums">
        {createdAt !== null && (
          <Fact name={sinceWord(status)}>
            <ShortDate time={createdAt} />
          </Fact>
        )}
        {progress?.all === 0 && learned === 0 ? (
          // DIFF-15. As high as the two facts that it stands for.
          <li className="flex min-h-20 items-center text-muted">
            Nothing on the board and nothing learned yet.
          </li>
        ) : (
          <>
            <Fact name="Tasks">{progress !== null && <Tasks progress={progress} />}</Fact>
            <Fact name="Learnings">
              {learned === 0 && noneYet}
              {learned !== null && learned > 0 && (
                <span>
                  <TextLink to={`#${LEARNINGS}`}>{counted(learned, 'learning')}</TextLink>
                </span>
              )}
            </Fact>
          </>
        )}
        {links.length > 0 && (
          <Fact name="Links">
            <ul className="grid min-w-0 justify-items-end gap-2">
              {links.map(({ href, words }) => (
                <li key={words} className="-m-1.5 max-w-[calc(100%+0.75rem)] truncate p-1.5">
                  <NewTabLink href={href}>{words}</NewTabLink>
                </li>
              ))}
            </ul>
          </Fact>
        )}
      </ul>
    </section>
  );
}

const noneYet = <span>none yet</span>;

function Tasks({ progress }: { progress: Progress }) {
  if (progress.all === 0) return noneYet;
  return (
    <span className="flex items-center gap-3">
      <span className="w-16">
        <ProgressBar progress={progress} />
      </span>
      {doneInWords(progress)}
    </span>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <li className="flex min-h-10 justify-between gap-4 py-2.5">
      <span className="text-muted">{name} </span>
      {children}
    </li>
  );
}
