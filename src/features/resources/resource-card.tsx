import { memo } from 'react';
import type { Resource } from '../../content/resources/resources.ts';
import { webAddress } from '../../lib/web-address.ts';
import { Card } from '../../ui/card.tsx';
import { ShortDate } from '../../ui/dated.tsx';
import { Icon } from '../../ui/icon.tsx';
import { OnDevice } from '../../ui/on-device.tsx';
import { Picture } from '../../ui/picture.tsx';
import { StretchedNewTabLink } from '../../ui/stretched-link.tsx';
import { TypeIcon } from '../../ui/type-icon.tsx';

/** RESOURCES-6: one card, which leads to the resource. A tag sets the search. */
export const ResourceCard = memo(function ResourceCard({
  resource,
  onTag,
}: {
  resource: Resource;
  onTag: (tag: string) => void;
}) {
  const { title, description, link, imageUrl, tags, type, source, createdAt } = resource;
  const address = webAddress(link);
  return (
    <Card className="flex h-full flex-col">
      {imageUrl !== null && (
        <Picture src={imageUrl} alt="" standIn={title} className="rounded-t-card" />
      )}
      <div className="flex flex-1 flex-col gap-3 p-5">
        <div className="flex items-start gap-3">
          <span className="pt-0.5">
            <TypeIcon type={type} />
          </span>
          <h2 className="min-w-0 flex-1 font-text text-h3 tracking-normal">
            {address === null ? (
              title
            ) : (
              <StretchedNewTabLink href={address}>{title}</StretchedNewTabLink>
            )}
          </h2>
          {address !== null && <Icon name="away" className="mt-1 size-4 text-accent" />}
        </div>
        <OnDevice id={resource.id} />
        {source !== null && <p className="text-small text-muted">Source: {source}</p>}
        {description !== '' && <p className="line-clamp-4">{description}</p>}
        <CardTags tags={tags} onTag={onTag} />
        {createdAt !== null && (
          <p className="mt-auto text-small text-muted">
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
        <li key={tag} className="relative max-w-full">
          <button
            type="button"
            onClick={() => onTag(tag)}
            className="group inline-flex min-h-8 max-w-full items-center"
          >
            <span className="truncate rounded-chip border border-hairline bg-sunken px-2 py-0.5 text-micro font-medium text-muted transition-colors group-hover:border-ink group-hover:text-ink">
              {tag}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
