import type { Commentary } from '../../content/commentaries/commentaries.ts';
import { wordsOfBeginning } from '../../content/markdown/first-words.ts';
import { textRules } from '../../content/text-rules-of-kinds.ts';
import { useContent } from '../../engine/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { ByState } from '../../ui/by-state.tsx';
import { Card } from '../../ui/card.tsx';
import { EnlargeablePicture } from '../../ui/enlargeable-picture.tsx';
import { ItemMarks } from '../../ui/item-marks.tsx';
import { Note } from '../../ui/note.tsx';
import { Section } from '../../ui/section.tsx';
import { ShortDate } from '../../ui/short-date.tsx';
import { SkeletonCards } from '../../ui/skeleton.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { homeContent } from './home-content.ts';

const grid =
  'grid grid-cols-1 gap-4 @xl/column:grid-cols-2 @xl/column:gap-6 @4xl/column:grid-cols-3';

/** HOME-5: the latest commentaries, and the way to all of them. */
export function Chatter() {
  const content = useContent(homeContent.commentaries);
  return (
    <Section title="Chatter" action={<ButtonLink to="/chatter">View All</ButtonLink>}>
      <ByState
        content={content}
        loading={
          <div className="relative">
            <SkeletonCards label="" shape="picture" lines={6} className={grid} />
            <div className="absolute top-5 left-5">
              <Spinner label="Loading commentary..." labelShown />
            </div>
          </div>
        }
        error={
          <Note line="plain" detail="There was an error connecting to the database">
            Unable to load commentaries
          </Note>
        }
        empty={<Note>No commentaries yet.</Note>}
      >
        {(items) => (
          <ul className={grid}>
            {items.map((commentary) => (
              <li key={commentary.id}>
                <CommentaryCard commentary={commentary} />
              </li>
            ))}
          </ul>
        )}
      </ByState>
    </Section>
  );
}

/** Next to cards with pictures, a card without one has room for more lines. */
const asHighAsPictured = 'line-clamp-3 @xl/column:line-clamp-10';

/** The text is an excerpt without line breaks: otherwise the last line could be blank but for the ellipsis. */
function CommentaryCard({ commentary }: { commentary: Commentary }) {
  const pictured = commentary.imageUrl !== null;
  return (
    <Card className="flex h-full flex-col overflow-hidden">
      {commentary.imageUrl !== null && (
        <EnlargeablePicture
          src={commentary.imageUrl}
          title={commentary.title}
          // Beside a higher one a card without a picture would be mostly empty.
          className="@7xl/column:aspect-[2/1]"
        />
      )}
      <div className="flex flex-1 flex-col gap-2 p-5">
        <h3 className="text-h3">{commentary.title}</h3>
        <ItemMarks id={commentary.id} />
        <p
          className={`text-muted ${pictured ? 'line-clamp-3 @xl/column:line-clamp-4' : asHighAsPictured}`}
        >
          {wordsOfBeginning(commentary.content, textRules.commentary)}
        </p>
        <p className="mt-auto pt-2 text-small text-muted">
          <ShortDate time={commentary.createdAt} />
        </p>
      </div>
    </Card>
  );
}
