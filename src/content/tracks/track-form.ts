import { defineForm } from '../form/form.ts';
import { tracks } from './tracks.ts';

export const trackForm = defineForm(tracks, {
  one: 'track',
  many: 'tracks',
  fields: [
    { column: 'title', label: 'Title', input: 'line', required: true },
    { column: 'artist', label: 'Artist', input: 'line', required: true },
    { column: 'album', label: 'Album (Optional)', input: 'line' },
    { column: 'url', label: 'Spotify Link (Optional)', input: 'website' },
  ],
  missing: 'Title and artist are required',
  name: ({ title }) => title,
  about: ({ artist, album }) => [artist, album],
  added: () => ({ is_current: false, type: 'track' }),
});

/** Said of the choice of the current track; of one that was not kept in FORM-5. */
export const currentTrackWords = {
  done: 'Current track updated successfully',
  failed: 'Failed to update current track',
} as const;
