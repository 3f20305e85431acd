/** The second door of the engine: what only admins work with. What visitors load must not import it. */

export { draftOf, draftPlace } from './draft.ts';
export type { SetAside } from './mirror/set-aside.ts';
export type { Editor } from './outbox/editor.ts';
export { isHeld } from './outbox/hold.ts';
export {
  useAttend,
  useAuth,
  useClaimable,
  useDatabaseFunctions,
  useEditor,
  useHistory,
  usePlaces,
  useStoredPictures,
  useUnmended,
} from './react/edit-hooks.tsx';
export { useDraft, useDraftPlaces, useDraftsAt } from './react/use-draft.ts';
