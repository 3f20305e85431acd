import { useLocation, useNavigate, useParams } from 'react-router-dom';
import * as v from 'valibot';
import { webAddress } from '../../lib/web-address.ts';
import { learningParagraphs } from '../../model/learning-text.ts';
import { type Learning, learnings } from '../../model/learnings.ts';
import { byId, find } from '../../store/queries.ts';
import { useContent } from '../../store/react.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageColumn } from '../../ui/page-column.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { TagList } from '../../ui/tag-list.tsx';
import { NewTabLink } from '../../ui/text-link.tsx';
import { RelatedResources } from './related-resources.tsx';

/** Spec section 2, Learning detail: the mirror's, and until it has answered the one carried along. */
export function LearningPage() {
  const { slug = '' } = useParams();
  const carried = useCarriedLearning(slug);
  const bySlug = useContent(find(learnings, 'slug', slug));
  const byKey = useContent(byId(learnings, slug));
  const held = (bySlug.state === 'ready' ? bySlug : byKey.state === 'ready' ? byKey : null)
    ?.items[0];
  const isLoading = bySlug.state === 'loading' || byKey.state === 'loading';
  const learning = held ?? (isLoading ? carried : undefined);
  return (
    <PageColumn>
      {learning === undefined ? (
        <div className="grid gap-4">
          <BackButton />
          <PageHeading title="Learning" />
          {isLoading ? <Spinner label="Loading learning" /> : <NoLearning />}
        </div>
      ) : (
        <LearningDetail learning={learning} />
      )}
    </PageColumn>
  );
}

function NoLearning() {
  return (
    <>
      <meta name="robots" content="noindex" />
      <Alert>Learning not found or error loading data. Please try again.</Alert>
    </>
  );
}

function LearningDetail({ learning }: { learning: Learning }) {
  const link = webAddress(learning.link);
  return (
    <>
      <article className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <BackButton />
        <div className="grid max-w-[56rem] grid-cols-[minmax(0,1fr)] gap-4">
          <PageHeading title={learning.title} />
          <TagList tags={learning.tags} />
          <p className="max-w-[65ch] text-prose text-muted">{learning.description}</p>
        </div>
        {learning.content !== null && (
          <div className="prose">
            {learningParagraphs(learning.content).map((paragraph, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs are told apart by their place
              <p key={place} className="whitespace-pre-line">
                {paragraph}
              </p>
            ))}
          </div>
        )}
        {link !== null && (
          <p>
            <NewTabLink href={link}>Learn more</NewTabLink>
          </p>
        )}
      </article>
      <RelatedResources learningId={learning.id} />
    </>
  );
}

/** One step back, or to the list where this page is the first of the visit. */
function BackButton() {
  const navigate = useNavigate();
  const { key } = useLocation();
  return (
    <Button
      look="bare"
      className="-ml-3 justify-self-start text-muted"
      onClick={() => (key === 'default' ? navigate('/learnings') : navigate(-1))}
    >
      <Icon name="back" className="size-4" />
      Back
    </Button>
  );
}

const carriedSchema = v.object({
  learning: v.object({
    id: v.string(),
    title: v.string(),
    description: v.string(),
    content: v.nullable(v.string()),
    tags: v.array(v.string()),
    link: v.nullable(v.string()),
    projectId: v.nullable(v.string()),
    slug: v.string(),
    createdAt: v.nullable(v.number()),
  }),
});

/** The learning that a card handed along, if it is one and the one that the address means. */
function useCarriedLearning(slug: string): Learning | undefined {
  const carried = v.safeParse(carriedSchema, useLocation().state);
  if (!carried.success) return undefined;
  const { learning } = carried.output;
  return learning.slug === slug || learning.id === slug ? learning : undefined;
}
