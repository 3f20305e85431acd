import { commentaries } from '../../model/commentaries.ts';
import { friends } from '../../model/friends.ts';
import { projects } from '../../model/projects.ts';
import { tools } from '../../model/tools.ts';
import { tracks } from '../../model/tracks.ts';
import { find, list } from '../../store/queries.ts';

/** What the home page asks the mirror for. Spec section 9: 8 friends and 8 AI tools. */
export const homeContent = {
  aiFriends: list(tools, 8),
  friends: list(friends, 8),
  commentaries: list(commentaries, 3),
  nowPlaying: find(tracks, 'playing', 'now'),
  projects: list(projects),
};
