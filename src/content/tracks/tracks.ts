import {
  type Change,
  defineKind,
  flag,
  type ItemOf,
  link,
  newestFirst,
  text,
  timestamp,
  update,
} from '../../engine/index.ts';

export const tracks = defineKind({
  table: 'current_listening',
  columns: {
    title: text({ required: true }),
    artist: text({ required: true, search: 'tags' }),
    album: text({ search: 'tags' }),
    url: link({ as: 'spotifyUrl' }),
    is_current: flag({ as: 'isCurrentlyPlaying', by: 'elsewhere', exclusive: true }),
    type: text({ default: 'track', by: 'elsewhere' }),
    created_at: timestamp({ by: 'server' }),
  },
  name: 'title',
  order: (row) => [newestFirst(row.created_at)],
  lookups: { playing: (row) => (row.is_current ? 'now' : null) },
});

export type Track = ItemOf<typeof tracks>;

/** DATA-3: one track is current. The kind's rule clears the flag of the previous one. */
export function setCurrentTrack(id: string): Change {
  return update(tracks, id, { is_current: true });
}
