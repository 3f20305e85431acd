import { memo } from 'react';
import { webAddress } from '../../lib/web-address.ts';
import { Card } from '../../ui/card.tsx';
import { ItemMarks } from '../../ui/item-marks.tsx';
import { TagList } from '../../ui/tag-list.tsx';
import { NewTabLink } from '../../ui/text-link.tsx';
import { wordsOfBeginning } from '../markdown/first-words.ts';
import { tagPath } from '../tag-place.ts';
import { LearningDates } from './learning-dates.tsx';
import { LearningLink } from './learning-link.tsx';
import { opening } from './learning-text.ts';
import type { Learning } from './learnings.ts';
import { ProjectLink } from './project-link.tsx';
import type { ProjectOf } from './use-project-of.ts';

/**
 * LEARNINGS-1: a learning in a list; leads to its page.
 *
 * @param address its part of an address: the slug or the id (addresses.ts)
 */
export const LearningCard = memo(function LearningCard({
  learning,
  address,
  heading: Heading,
  project,
  onTag,
}: {
  learning: Learning;
  address: string;
  /** One below the heading that the list stands under. */
  heading: 'h2' | 'h3';
  /** Undefined if there is none, or none on this device, or if the list is the project's own. */
  project?: ProjectOf | undefined;
  /** Called when the link of a tag is followed. */
  onTag?: (() => void) | undefined;
}) {
  const { title, tags, description, content } = learning;
  const words = opening(wordsOfBeginning(content ?? ''));
  const link = webAddress(learning.link);
  return (
    <Card leads className="flex h-full flex-col gap-3 p-5">
      <Heading className="font-text text-h3 tracking-normal">
        <LearningLink learning={learning} address={address}>
          {title}
        </LearningLink>
      </Heading>
      <ItemMarks id={learning.id} />
      <LearningDates learning={learning}>
        {project !== undefined && (
          <span>
            Associated Project: <ProjectLink project={project} />
          </span>
        )}
      </LearningDates>
      <TagList tags={tags} toTag={tagPath} onFollow={onTag} />
      {/* An import takes the first paragraph for a description. */}
      {!words.includes(description.replace(/…$/, '')) && <p>{description}</p>}
      {content !== null && <p className="line-clamp-3 text-muted">{words}</p>}
      {link !== null && (
        <p className="relative mt-auto self-start">
          <NewTabLink href={link}>Learn more</NewTabLink>
        </p>
      )}
    </Card>
  );
});
