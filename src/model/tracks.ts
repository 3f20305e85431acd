import * as v from 'valibot';
import { type Change, update } from './change.ts';
import {
  milliseconds,
  newestFirst,
  optionalText,
  optionalTimestamp,
  text,
  textOrNull,
  uuid,
} from './columns.ts';
import { defineKind, type ItemOf } from './kind.ts';

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
  lookups: { playing: (row) => (row.is_current ? 'now' : null) },
});

export type Track = ItemOf<typeof tracks>;

/**
 * Spec section 4: clears the flag on every track that has it, then sets it on the chosen one. All of it is
 * one mutation: at no moment, here or on the server, are two tracks current.
 */
export function setCurrentTrack(all: readonly Track[], id: string): Change[] {
  const others = all.filter((track) => track.isCurrentlyPlaying && track.id !== id);
  return [
    ...others.map((track) => update(tracks, track.id, { is_current: false })),
    update(tracks, id, { is_current: true }),
  ];
}
