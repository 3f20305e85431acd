import { spotifyPage } from '../../lib/spotify.ts';
import { defineForm } from '../form/form.ts';
import { tracks } from './tracks.ts';

/** ADMIN-5 */
export const trackForm = defineForm(tracks, {
  one: 'track',
  many: 'tracks',
  tab: { id: 'music', label: 'Music' },
  fields: {
    title: { label: 'Title' },
    artist: { label: 'Artist' },
    album: { label: 'Album (Optional)' },
    url: { label: 'Spotify Link (Optional)', opens: (link) => spotifyPage(link) !== null },
  },
  labels: { is_current: 'Now playing', type: 'Type', url: 'Spotify link' },
  missing: 'Title and artist are required',
  about: ({ artist, album }) => [artist, album],
  added: () => ({ is_current: false, type: 'track' }),
});

/** Messages about choosing the current track; FORM-5 if the choice was not kept. */
export const currentTrackWords = {
  done: 'Current track updated successfully',
  failed: 'Failed to update current track',
} as const;
