import { memo } from 'react';
import { wordsOfBeginning } from '../../content/markdown/first-words.ts';
import type { Resource } from '../../content/resources/resources.ts';
import { TypeIcon } from '../../content/resources/type-icon.tsx';
import { textRules } from '../../content/text-rules-of-kinds.ts';
import { shortened } from '../../lib/shortened.ts';
import { webAddress } from '../../lib/web-address.ts';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ItemMarks } from '../../ui/item-marks.tsx';
import { Picture } from '../../ui/picture.tsx';
import { TagButton } from '../../ui/pressed-tag.tsx';
import { ShortDate } from '../../ui/short-date.tsx';
import { StretchedNewTabLink } from '../../ui/stretched-link.tsx';
import { TextLink } from '../../ui/text-link.tsx';

/** RESOURCES-6: one card, which leads to the resource. A tag sets the search. The picture is small, so that cards with
 * and without one are about as high. */
export const ResourceCard = memo(function ResourceCard({
  resource,
  learning,
  learningPath = null,
  onTag,
  toCount,
}: {
  resource: Resource;
  /** The title of its learning, if it has one. */
  learning?: string | undefined;
  /** Null while that is not known. */
  learningPath?: string | null | undefined;
  onTag: (tag: string) => void;
  /** Called after that: the list is another one then. */
  toCount: () => void;
}) {
  const { title, description, link, imageUrl, tags, type, source, createdAt } = resource;
  const address = webAddress(link);
  return (
    <Card leads={address !== null} className="flex h-full flex-col gap-3 p-5">
      <div className="flex items-center gap-2 text-small text-muted">
        <TypeIcon type={type} />
        {source !== null && <p className="min-w-0 flex-1 truncate">Source: {source}</p>}
        {address !== null && <Icon name="away" className="ml-auto size-4 text-accent" />}
      </div>
      <div className="flex items-start justify-between gap-3">
        <h2 className="min-w-0 font-text text-h3 tracking-normal">
          {address === null ? (
            title
          ) : (
            <StretchedNewTabLink href={address}>{title}</StretchedNewTabLink>
          )}
        </h2>
        {imageUrl !== null && (
          <Picture
            src={imageUrl}
            alt=""
            standIn={title}
            ratio="square"
            className="w-18 shrink-0 rounded-control"
          />
        )}
      </div>
      <ItemMarks id={resource.id} />
      {description !== '' && (
        <p className="line-clamp-4">{wordsOfBeginning(description, textRules.resource)}</p>
      )}
      <CardTags
        tags={tags}
        onTag={(tag) => {
          onTag(tag);
          toCount();
        }}
      />
      <div className="mt-auto grid gap-1 text-small text-muted">
        {learning !== undefined && (
          <p className="relative justify-self-start text-balance [&>a]:py-0.5">
            Learning:{' '}
            {learningPath === null ? (
              <span data-loading="">{learning}</span>
            ) : (
              <TextLink to={learningPath}>{shortened(learning, 60)}</TextLink>
            )}
          </p>
        )}
        {createdAt !== null && (
          <p>
            Added on <ShortDate time={createdAt} />
          </p>
        )}
      </div>
    </Card>
  );
});

function CardTags({ tags, onTag }: { tags: readonly string[]; onTag: (tag: string) => void }) {
  if (tags.length === 0) return null;
  return (
    <ul aria-label="Tags" className="-my-1 flex flex-wrap gap-x-2">
      {tags.map((tag) => (
        <li key={tag} className="max-w-full">
          <TagButton onPress={() => onTag(tag)}>{tag}</TagButton>
        </li>
      ))}
    </ul>
  );
}
