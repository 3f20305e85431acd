/**
 * The door of the engine. Screens, content and the service worker import from here, and from nowhere else in it. What
 * only admins use has a door of its own, editing.ts, so that visitors do not download it.
 */

export type { Auth, Offer } from './auth.ts';
export {
  type AnyColumn,
  choice,
  date,
  type FilledBy,
  flag,
  type KindColumns,
  link,
  milliseconds,
  NOW,
  newestFirst,
  number,
  picture,
  reference,
  splitTags,
  tags,
  text,
  textOrNull,
  timestamp,
  uniqueTags,
} from './columns.ts';
export type { DatabaseFunctions, FunctionCall } from './database-functions.ts';
export {
  type AnyKind,
  type BaseRow,
  compareOrder,
  type DefinedKind,
  defineKind,
  type ItemOf,
  isUnnamed,
  itemName,
  type Kind,
  kindReferredTo,
  type RowOf,
  type RowWith,
  shownName,
} from './define.ts';
export type { Draft, DraftText, Replaced } from './draft.ts';
export { createEngine, type Engine, type EngineOptions } from './engine.ts';
export type { FilesInText, NewFile, StoredFile } from './file.ts';
export type { Inventory } from './mirror/copy.ts';
export type { Account, SyncStatus } from './mirror/meta.ts';
export type { Place } from './mirror/places.ts';
export type { Content, MirrorState } from './mirror/query.ts';
export { byId, find, list } from './mirror/query.ts';
export type { Snapshot } from './mirror/snapshot.ts';
export type { Keeping } from './mirror/storage.ts';
export {
  type Change,
  type Columns,
  insert,
  type Mutation,
  type Overwritten,
  type QueuedChange,
  type RejectedMutation,
  remove,
  rowKey,
  seenRow,
  update,
} from './mutation.ts';
export type { Drafts, DraftsAt, OfferedDraft } from './outbox/draft-store.ts';
export type { EditDraft } from './outbox/edit.ts';
export type { Imported, ImportProgress } from './outbox/export.ts';
export type { Outbox } from './outbox/queue.ts';
export type { Discarded } from './outbox/review.ts';
export type { DeletedRow, History, PastRow, Told, Version, VersionEnd } from './past.ts';
export {
  useAccount,
  useClearCopy,
  useContent,
  useDiagnosis,
  useInventory,
  useKeeping,
  useKnownOutbox,
  useMirrorState,
  useOutbox,
  useRequestSync,
  useTakeSnapshot,
} from './react/mirror-hooks.tsx';
export { EngineProvider } from './react/view.tsx';
export type { PictureUse, StoredList, StoredPicture, StoredPictures } from './stored-pictures.ts';
