import { CopyMarkdown, known } from '../../content/copy-markdown.tsx';
import type { Learning } from '../../content/learnings/learnings.ts';
import { resources } from '../../content/resources/resources.ts';
import { find, useContent } from '../../engine/index.ts';

/** PAGES-8: the learning with all of its resources. */
export function CopyLearning({ learning }: { learning: Learning }) {
  const related = known(useContent(find(resources, 'learning', learning.id)));
  return (
    <CopyMarkdown
      markdown={
        related === null ? null : ({ learningMarkdown }) => learningMarkdown(learning, related)
      }
    />
  );
}
