import { commentaries } from './commentaries.ts';
import { friends } from './friends.ts';
import type { AnyKind } from './kind.ts';
import { learnings } from './learnings.ts';
import { projects } from './projects.ts';
import { resources } from './resources.ts';
import { tasks } from './tasks.ts';
import { tools } from './tools.ts';
import { tracks } from './tracks.ts';

/** Every kind of content. A new kind is one line here, one file beside this, one migration. */
export const kinds: readonly AnyKind[] = [
  projects,
  tasks,
  commentaries,
  tools,
  friends,
  tracks,
  learnings,
  resources,
];
