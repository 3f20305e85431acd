import { opening } from '../../content/learnings/learning-text.ts';
import type { Learning } from '../../content/learnings/learnings.ts';
import { webAddress } from '../../lib/web-address.ts';
import { Card } from '../../ui/card.tsx';
import { ItemMarks } from '../../ui/item-marks.tsx';
import { StretchedLink } from '../../ui/stretched-link.tsx';
import { TagList } from '../../ui/tag-list.tsx';
import { NewTabLink } from '../../ui/text-link.tsx';

/** LEARNINGS-1: one card. */
export function LearningCard({
  learning,
  address,
  projectTitle,
}: {
  learning: Learning;
  address: string;
  /** Undefined if there is none, or none on this device. */
  projectTitle: string | undefined;
}) {
  const { title, tags, description, content } = learning;
  const link = webAddress(learning.link);
  return (
    <Card className="flex h-full flex-col gap-3 p-5">
      <h2 className="font-text text-h3 tracking-normal">
        <StretchedLink to={`/learnings/${encodeURIComponent(address)}`} state={{ learning }}>
          {title}
        </StretchedLink>
      </h2>
      <ItemMarks id={learning.id} />
      <TagList tags={tags} />
      {projectTitle !== undefined && (
        <p className="text-small text-muted">Associated Project: {projectTitle}</p>
      )}
      {description !== '' && <p>{description}</p>}
      {content !== null && <p className="line-clamp-3 text-muted">{opening(content)}</p>}
      {link !== null && (
        <p className="relative mt-auto self-start">
          <NewTabLink href={link}>Learn more</NewTabLink>
        </p>
      )}
    </Card>
  );
}
