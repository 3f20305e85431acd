import type { AnyKind } from '../engine/index.ts';
import { commentaries } from './commentaries/commentaries.ts';
import { friends } from './friends/friends.ts';
import { learnings } from './learnings/learnings.ts';
import { profile } from './profile/profile.ts';
import { projects } from './projects/projects.ts';
import { resources } from './resources/resources.ts';
import { tasks } from './tasks/tasks.ts';
import { tools } from './tools/tools.ts';
import { tracks } from './tracks/tracks.ts';

/**
 * The engine's name for this site. Devices keep their copy, drafts and exports under it. If it changes, they lose
 * them.
 */
export const engineName = 'fieldnotes';

/** Set by the build (tools/build/plugins/model-fingerprint.ts). */
declare const __MODEL_FINGERPRINT__: string;

/** Identifies the definitions of these kinds: another fingerprint means other checks, orders or lookups. */
export const model: string = __MODEL_FINGERPRINT__;

/** Every kind of content. CONTRIBUTING.md says how to add one. */
export const registry = {
  projects,
  tasks,
  commentaries,
  tools,
  friends,
  tracks,
  learnings,
  resources,
  profile,
} as const;

export type KindName = keyof typeof registry;

/** What screens call the items of a kind: `Learnings`, `AI tools`. Forms say the same within sentences. */
export function kindTitle(name: KindName): string {
  return name === 'tools' ? 'AI tools' : name.charAt(0).toUpperCase() + name.slice(1);
}

export const kinds: readonly AnyKind[] = Object.values(registry);
