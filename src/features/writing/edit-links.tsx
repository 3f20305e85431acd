import { type ReactNode, useEffect, useMemo } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { commentaries } from '../../content/commentaries/commentaries.ts';
import { formOf, writingAddress } from '../../content/forms.ts';
import { learnings } from '../../content/learnings/learnings.ts';
import { projects } from '../../content/projects/projects.ts';
import { resources } from '../../content/resources/resources.ts';
import { tools } from '../../content/tools/tools.ts';
import { type AnyKind, list, useContent } from '../../engine/index.ts';
import { blocksIn } from './blocks-in.ts';

/** Tells the frame how each item that can be written leads to its text. Only admins load it. */
export function FindEditLinks({ tell }: { tell: (link: (id: string) => ReactNode) => void }) {
  const ofLearnings = useTableOf(learnings);
  const ofProjects = useTableOf(projects);
  const ofResources = useTableOf(resources);
  const ofTools = useTableOf(tools);
  const ofCommentaries = useTableOf(commentaries);
  useEffect(() => {
    const all = [ofLearnings, ofProjects, ofResources, ofTools, ofCommentaries];
    // Their room is kept until then.
    if (all.includes(null)) return;
    tell((id) => {
      const table = all.find((map) => map?.has(id))?.get(id);
      const form = table === undefined ? null : formOf(table);
      const address = form === null ? null : writingAddress(form, id);
      return address === null ? null : <EditLink to={address} />;
    });
  }, [tell, ofLearnings, ofProjects, ofResources, ofTools, ofCommentaries]);
  return null;
}

/** The kind of each item by its id; null while they are being read. */
function useTableOf(kind: AnyKind): ReadonlyMap<string, string> | null {
  const content = useContent(useMemo(() => list(kind), [kind]));
  const items = content.state === 'ready' ? content.items : none;
  const isLoading = content.state === 'loading';
  return useMemo(
    () => (isLoading ? null : new Map(items.map(({ id }: { id: string }) => [id, kind.table]))),
    [isLoading, items, kind],
  );
}

const none: readonly never[] = [];

/** Above the link that a card is. It takes along which part of the text was in sight, and the way back. */
function EditLink({ to }: { to: string }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (
    <p className="relative flex self-start font-text text-small tracking-normal whitespace-nowrap print:hidden">
      <Link
        to={to}
        onClick={(event) => {
          const { currentTarget: link, metaKey, ctrlKey, shiftKey, altKey } = event;
          if (metaKey || ctrlKey || shiftKey || altKey) return;
          event.preventDefault();
          const text = link.closest('li') ?? document.getElementById('main');
          void navigate(to, { state: { from: pathname, at: text && wordsInSight(text) } });
        }}
        className="-mx-2 -my-1 inline-flex min-h-11 items-center rounded-control px-2 font-medium text-muted underline decoration-hairline underline-offset-4 hover:text-ink"
      >
        Edit
      </Link>
    </p>
  );
}

/** The beginning of the first part of a text that is in sight; null if that is its first one. */
function wordsInSight(text: Element): string | null {
  const blocks = blocksIn(text);
  const place = blocks.findIndex((block) => block.getBoundingClientRect().bottom > TOP_BAR_PX);
  return place < 1 ? null : (blocks[place]?.textContent?.slice(0, WORDS_TAKEN) ?? null);
}

/** On a phone the top bar covers what is below it. */
const TOP_BAR_PX = 60;

/** In characters. */
const WORDS_TAKEN = 120;
