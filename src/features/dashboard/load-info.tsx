import { useEffect, useRef, useState } from 'react';
import type { FieldValue, Values } from '../../content/form/form.ts';
import { textIn } from '../../content/form/values.ts';
import {
  isPlaceholder,
  placeholderInfo,
  spotifyItem,
  spotifyTitle,
  type TrackInfo,
} from '../../lib/spotify.ts';
import { Button } from '../../ui/button.tsx';
import { useToast } from '../../ui/toast.tsx';

const words = {
  invalid: { title: 'Invalid URL', detail: 'Please enter a valid Spotify track or episode URL' },
  unreadable: { title: 'Could not extract information from Spotify URL' },
  failed: { title: 'Failed to load track information from Spotify' },
} as const;

/**
 * Fills title, artist and album from a Spotify link: the title from Spotify if there is a network, the rest with
 * placeholders, which never replace typed text. ADMIN-5, FORM-6, FORM-7.
 */
export function LoadInfo({
  link,
  values,
  set,
}: {
  link: string;
  values: Values;
  set: (column: string, value: FieldValue) => void;
}) {
  const toast = useToast();
  const [isLoading, setLoading] = useState(false);
  const [said, setSaid] = useState<{ words: string; about: string } | null>(null);
  const current = useRef<{ link: string; values: Values } | null>(null);

  useEffect(() => {
    current.current = { link, values };
    return () => {
      current.current = null;
    };
  }, [link, values]);

  function refuse(why: { title: string; detail?: string }, more = '') {
    toast({ ...why, look: 'danger' });
    setSaid({ words: `${why.detail ?? why.title}.${more}`, about: link });
  }

  function fill(info: TrackInfo, isReal: boolean) {
    for (const [column, value] of Object.entries(info)) {
      const typed = textIn(current.current?.values ?? {}, column);
      const isReplaced = typed === '' || isPlaceholder(typed) || (isReal && column === 'title');
      if (isReplaced) set(column, value);
    }
  }

  async function load(): Promise<void> {
    if (isLoading) return;
    setSaid(null);
    const item = spotifyItem(link);
    if (item === 'no-item') return refuse(words.invalid);
    if (item === 'no-id') return refuse(words.unreadable);
    const placeholders = placeholderInfo(item);
    setLoading(true);
    try {
      const title = await spotifyTitle(item);
      // The link has changed, or the form is gone.
      if (current.current?.link !== link) return;
      if (title === null) refuse(words.unreadable);
      else fill({ ...placeholders, title }, true);
    } catch {
      if (current.current?.link !== link) return;
      fill(placeholders, false);
      // Asked afterwards: browsers say that there is no network where there is one.
      if (navigator.onLine) refuse(words.failed, ' Placeholders are filled in.');
      else setSaid({ words: 'You are offline, so placeholders are filled in.', about: link });
    } finally {
      setLoading(false);
    }
  }

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <Button onClick={() => void load()} disabled={link === ''} aria-disabled={isLoading}>
        {isLoading ? 'Loading...' : 'Load Info'}
      </Button>
      <p role="status" className="min-w-0 flex-1 text-small text-danger">
        {said?.about === link ? said.words : ''}
      </p>
    </div>
  );
}
