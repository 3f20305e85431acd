import { commentaries } from '../../content/commentaries/commentaries.ts';
import { friends } from '../../content/friends/friends.ts';
import { learnings } from '../../content/learnings/learnings.ts';
import { projects } from '../../content/projects/projects.ts';
import { tools } from '../../content/tools/tools.ts';
import { tracks } from '../../content/tracks/tracks.ts';
import { find, list } from '../../engine/index.ts';

/** The home page's queries. HOME-4: 8 friends and 8 AI tools. */
export const homeContent = {
  // All of them: their list begins with those that have a rank, and the newest (DIFF-9) may be anywhere.
  learnings: list(learnings),
  aiFriends: list(tools, 8),
  friends: list(friends, 8),
  commentaries: list(commentaries, 3),
  nowPlaying: find(tracks, 'playing', 'now'),
  projects: list(projects),
};
