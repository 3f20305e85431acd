import { type Commentary, commentaries } from '../../content/commentaries/commentaries.ts';
import { LoadFailure } from '../../content/load-failure.tsx';
import { LinkedText } from '../../content/page-links/linked-text.tsx';
import { useMarkdown } from '../../content/page-links/use-markdown.ts';
import { useReadable } from '../../content/page-links/use-readable.ts';
import { textRules } from '../../content/text-rules-of-kinds.ts';
import { list, useContent } from '../../engine/index.ts';
import { ByState } from '../../ui/by-state.tsx';
import { EnlargeablePicture } from '../../ui/enlargeable-picture.tsx';
import { EntryCard } from '../../ui/entry-card.tsx';
import { ItemMarks } from '../../ui/item-marks.tsx';
import { Note } from '../../ui/note.tsx';
import { PageColumn } from '../../ui/page-column.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { ShortDate } from '../../ui/short-date.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { WayOn } from '../../ui/way-on.tsx';

const everyCommentary = list(commentaries);

/** CHATTER-1 */
export function ChatterPage() {
  const all = useContent(everyCommentary);
  const content = useReadable(all, all.state === 'ready' ? all.items.map((it) => it.content) : []);
  return (
    <PageColumn>
      <div className="grid gap-6">
        <PageHeading title="Chatter" beside={<TextLink to="/posts">Read the posts</TextLink>} />
        <ByState
          content={content}
          loading={<Spinner label="Loading commentaries..." labelShown />}
          error={<LoadFailure>Unable to load commentaries</LoadFailure>}
          empty={<Note>No commentaries available.</Note>}
        >
          {(items) => (
            <ul className="grid max-w-3xl gap-6 @4xl/column:max-w-none">
              {items.map((commentary) => (
                <li key={commentary.id} id={commentary.id}>
                  <CommentaryCard commentary={commentary} />
                </li>
              ))}
            </ul>
          )}
        </ByState>
      </div>
      <WayOn why="What is being built" to="/projects">
        All projects
      </WayOn>
    </PageColumn>
  );
}

function CommentaryCard({
  commentary: { id, title, imageUrl, content, createdAt },
}: {
  commentary: Commentary;
}) {
  const text = useMarkdown(content, textRules.commentary);
  return (
    <EntryCard
      title={title}
      about={
        <>
          <ItemMarks id={id} />
          <p className="text-small text-muted">
            <ShortDate time={createdAt} />
          </p>
        </>
      }
      picture={imageUrl === null ? undefined : <EnlargeablePicture src={imageUrl} title={title} />}
    >
      <LinkedText {...text} of={id} isAmongOthers />
    </EntryCard>
  );
}
