import * as v from 'valibot';
import {
  type Change,
  defineKind,
  type ItemOf,
  milliseconds,
  newestFirst,
  optionalText,
  optionalTimestamp,
  text,
  textOrNull,
  update,
  uuid,
} from '../../engine/index.ts';

export const tracks = defineKind({
  table: 'current_listening',
  row: v.looseObject({
    id: uuid,
    title: text,
    artist: text,
    album: optionalText,
    url: optionalText,
    is_current: v.boolean(),
    type: text,
    created_at: optionalTimestamp,
  }),
  toItem: (row) => ({
    id: row.id,
    title: row.title,
    artist: row.artist,
    album: textOrNull(row.album),
    spotifyUrl: textOrNull(row.url),
    isCurrentlyPlaying: row.is_current,
    type: row.type,
    createdAt: milliseconds(row.created_at),
  }),
  blank: (at) => ({
    title: '',
    artist: '',
    album: null,
    url: null,
    is_current: false,
    type: 'track',
    created_at: at,
  }),
  order: (row) => [newestFirst(row.created_at), row.id],
  exclusive: 'is_current',
  lookups: { playing: (row) => (row.is_current ? 'now' : null) },
});

export type Track = ItemOf<typeof tracks>;

/** DATA-3: one track is current. The kind's rule takes it from the one that was. */
export function setCurrentTrack(id: string): Change {
  return update(tracks, id, { is_current: true });
}
