import { useMemo } from 'react';
import { type Content, list, useContent } from '../../engine/index.ts';
import { commentaries } from '../commentaries/commentaries.ts';
import { learnings } from '../learnings/learnings.ts';
import { projects } from '../projects/projects.ts';
import { resources } from '../resources/resources.ts';
import { tools } from '../tools/tools.ts';
import { type ItemPage, itemPages } from './item-pages.ts';

const every = {
  learnings: list(learnings),
  projects: list(projects),
  resources: list(resources),
  tools: list(tools),
  commentaries: list(commentaries),
};

/** The pages of all items of this device, live; null while not all are known. */
export function useItemPages(): readonly ItemPage[] | null {
  const held = {
    learnings: known(useContent(every.learnings)),
    projects: known(useContent(every.projects)),
    resources: known(useContent(every.resources)),
    tools: known(useContent(every.tools)),
    commentaries: known(useContent(every.commentaries)),
  };
  const { learnings, projects, resources, tools, commentaries } = held;
  return useMemo(
    () =>
      learnings && projects && resources && tools && commentaries
        ? itemPages({ learnings, projects, resources, tools, commentaries })
        : null,
    [learnings, projects, resources, tools, commentaries],
  );
}

function known<Item>(content: Content<Item>): readonly Item[] | null {
  if (content.state === 'ready') return content.items;
  return content.state === 'loading' ? null : none;
}

/** One constant list, like the others until they change. */
const none: readonly never[] = [];
