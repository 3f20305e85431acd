import { useMemo } from 'react';
import { commentaries } from '../../content/commentaries/commentaries.ts';
import { samplePosts } from '../../content/commentaries/posts.ts';
import { friends } from '../../content/friends/friends.ts';
import { learnings } from '../../content/learnings/learnings.ts';
import { projects } from '../../content/projects/projects.ts';
import { resources } from '../../content/resources/resources.ts';
import { tasks } from '../../content/tasks/tasks.ts';
import { tools } from '../../content/tools/tools.ts';
import { tracks } from '../../content/tracks/tracks.ts';
import { type Content, list, useContent } from '../../engine/index.ts';
import type { Contents } from './groups.ts';
import { pages } from './pages.ts';

const every = {
  projects: list(projects),
  learnings: list(learnings),
  resources: list(resources),
  tools: list(tools),
  commentaries: list(commentaries),
  friends: list(friends),
  tracks: list(tracks),
  tasks: list(tasks),
};

export interface OnDevice {
  readonly contents: Contents;
  /** `partly`: some of it is still to come. `failed`: it could not be fetched, and was never here. */
  readonly state: 'all' | 'partly' | 'failed';
}

/** Everything that can be searched, live. The contents are the same object until they change. */
export function useContents(): OnDevice {
  const ofProjects = useContent(every.projects);
  const ofLearnings = useContent(every.learnings);
  const ofResources = useContent(every.resources);
  const ofTools = useContent(every.tools);
  const ofCommentaries = useContent(every.commentaries);
  const ofFriends = useContent(every.friends);
  const ofTracks = useContent(every.tracks);
  const ofTasks = useContent(every.tasks);
  return useMemo(() => {
    const held = {
      projects: ofProjects,
      learnings: ofLearnings,
      resources: ofResources,
      tools: ofTools,
      commentaries: ofCommentaries,
      friends: ofFriends,
      tracks: ofTracks,
      tasks: ofTasks,
    };
    const states = Object.values(held).map(({ state }) => state);
    return {
      contents: {
        pages,
        posts: samplePosts,
        projects: itemsOf(held.projects),
        learnings: itemsOf(held.learnings),
        resources: itemsOf(held.resources),
        tools: itemsOf(held.tools),
        commentaries: itemsOf(held.commentaries),
        friends: itemsOf(held.friends),
        tracks: itemsOf(held.tracks),
        tasks: itemsOf(held.tasks),
      },
      state: states.includes('error') ? 'failed' : states.includes('loading') ? 'partly' : 'all',
    };
  }, [ofProjects, ofLearnings, ofResources, ofTools, ofCommentaries, ofFriends, ofTracks, ofTasks]);
}

function itemsOf<Item>(content: Content<Item>): readonly Item[] | null {
  switch (content.state) {
    case 'ready':
      return content.items;
    case 'loading':
      return null;
    case 'empty':
    case 'unreadable':
    case 'error':
      return none;
  }
}

/** One list for good, as every other is until it changes. */
const none: readonly never[] = [];
