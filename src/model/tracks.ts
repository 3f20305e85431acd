import * as v from 'valibot';
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
  order: (row) => [newestFirst(row.created_at), row.id],
  lookups: { playing: (row) => (row.is_current ? 'now' : null) },
});

export type Track = ItemOf<typeof tracks>;
