import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { CopyMarkdown, known } from '../../content/copy-markdown.tsx';
import { LearningSheet } from '../../content/learnings/learning-sheet.tsx';
import type { Learning } from '../../content/learnings/learnings.ts';
import { LoadFailure } from '../../content/load-failure.tsx';
import { NearAddress } from '../../content/near-address.tsx';
import { useReadable } from '../../content/page-links/use-readable.ts';
import { resources } from '../../content/resources/resources.ts';
import { find, useContent } from '../../engine/index.ts';
import { noIndex } from '../../lib/no-index.ts';
import { besideBack } from '../../ui/back-link.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { EditMark, OwnersMark } from '../../ui/item-marks.tsx';
import { PageColumn } from '../../ui/page-column.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { partLater } from '../../ui/part-later.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { ContentsList } from './contents-list.tsx';
import { useLearningAt } from './learning-at.ts';
import { LearningNotes } from './learning-notes.tsx';

const MentionedIn = partLater(
  async () => (await import('../../content/page-links/mentioned-in.tsx')).MentionedIn,
);

const RelatedResources = partLater(
  async () => (await import('./related-resources.tsx')).RelatedResources,
);

const MoreLearnings = partLater(async () => (await import('./more-learnings.tsx')).MoreLearnings);

/** LEARNING-2 to LEARNING-4 */
export function LearningPage() {
  const { slug = '' } = useParams();
  // Keyed by address: a live query keeps its last answer until the next one arrives.
  return <LearningDetail key={slug} address={slug} />;
}

function LearningDetail({ address }: { address: string }) {
  const found = useLearningAt(address);
  const at = useReadable(found, found.state === 'ready' ? [found.item.content] : []);
  const learning = at.state === 'ready' ? at.item : null;
  return (
    <PageColumn>
      <article className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <div className={besideBack}>
          <BackButton />
          {learning !== null && <CopyLearning learning={learning} />}
        </div>
        {/* The heading element is kept across states, because it may have the focus. */}
        <div
          className={`grid max-w-[56rem] grid-cols-[minmax(0,1fr)] gap-4 ${at.state === 'loading' ? 'after-wait' : ''}`}
        >
          <PageHeading title={learning?.title ?? 'Learning'} />
          {learning !== null && <OwnersMark id={learning.id} />}
          {learning !== null && <EditMark id={learning.id} />}
        </div>
        {at.state === 'loading' && <Spinner label="Loading learning" />}
        {at.state === 'missing' && <NoLearning address={address} isGone={at.isGone} />}
        {learning !== null && (
          <div className={textAndMargin}>
            <LearningNotes learning={learning} />
            <LearningSheet
              learning={learning}
              contents={(html, isGrowing) => <ContentsList html={html} isGrowing={isGrowing} />}
            />
            <RelatedResources key={learning.id} learningId={learning.id} />
          </div>
        )}
      </article>
      {learning !== null && <MentionedIn key={learning.id} id={learning.id} />}
      {learning !== null && <MoreLearnings learning={learning} />}
    </PageColumn>
  );
}

/**
 * In a wide column the margin is beside the sheet, which spans its rows (content/learnings/learning-sheet.tsx): the notes, the contents,
 * the resources. A list of contents has all the room in which it stays in view; resources, which come later, move nothing below it.
 */
const textAndMargin =
  'grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-6 @4xl/column:grid-cols-[minmax(0,48rem)_minmax(16rem,1fr)] @4xl/column:grid-rows-[auto_auto_1fr] @4xl/column:has-[>nav]:grid-rows-[auto_1fr_auto]';

function NoLearning({ address, isGone }: { address: string; isGone: boolean }) {
  return (
    <>
      {isGone && <meta {...noIndex} />}
      <LoadFailure>Learning not found or error loading data. Please try again.</LoadFailure>
      <NearAddress address={address} />
    </>
  );
}

/** One step back, or to the list if the visit began on this page. */
function BackButton() {
  const navigate = useNavigate();
  // The router's key for the first entry of a visit; it survives a reload.
  const isFirst = useLocation().key === 'default';
  return (
    <Button
      look="bare"
      className="-ml-3 justify-self-start text-muted"
      onClick={() => (isFirst ? navigate('/learnings') : navigate(-1))}
    >
      <Icon name="back" className="size-4" />
      Back
    </Button>
  );
}

/** PAGES-8: the learning with all of its resources. */
function CopyLearning({ learning }: { learning: Learning }) {
  const related = known(useContent(find(resources, 'learning', learning.id)));
  return (
    <CopyMarkdown
      markdown={
        related === null
          ? null
          : ({ learningMarkdown }) => learningMarkdown(learning, related, addressOfPage())
      }
    />
  );
}

/** As the build names the page: features/head knows it, unless the owner has not said where the site is. */
function addressOfPage(): string {
  const canonical = document.head.querySelector('link[rel="canonical"]')?.getAttribute('href');
  return canonical ?? window.location.pathname;
}
