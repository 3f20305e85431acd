import { type Project, projects } from '../../content/projects/projects.ts';
import { byId, find, useContent } from '../../engine/index.ts';

export type Lookup =
  | { readonly state: 'loading' }
  /** `isGone` if the device is certain; otherwise nobody could be asked. */
  | { readonly state: 'missing'; readonly isGone: boolean }
  | { readonly state: 'ready'; readonly project: Project };

/**
 * The project at an address. ROUTE-2: by slug first, then by id. If several projects share a slug, it is the first in
 * the list; the others have their id as address (content/addresses.ts).
 */
export function useProject(address: string): Lookup {
  const bySlug = useContent(find(projects, 'slug', address));
  const byKey = useContent(byId(projects, address));
  for (const found of [bySlug, byKey]) {
    const project = found.state === 'ready' ? found.items[0] : undefined;
    if (project !== undefined) return { state: 'ready', project };
    if (found.state === 'loading') return { state: 'loading' };
  }
  return { state: 'missing', isGone: bySlug.state === 'empty' && byKey.state === 'empty' };
}
