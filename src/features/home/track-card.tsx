import type { ReactNode } from 'react';
import type { Track } from '../../content/tracks/tracks.ts';
import { spotifyPage } from '../../lib/spotify.ts';
import { webAddress } from '../../lib/web-address.ts';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { NewTabLink } from '../../ui/text-link.tsx';

/** A track as text, for when there is no player or it failed. It is as high as the player. */
export function TrackCard({ track, action }: { track: Track; action?: ReactNode }) {
  const atSpotify = spotifyPage(track.spotifyUrl);
  const address = atSpotify ?? webAddress(track.spotifyUrl);
  return (
    <Card className="flex min-h-[152px] max-w-xl items-center gap-5 p-5">
      <span className="grid size-16 shrink-0 place-items-center rounded-control bg-sunken text-muted">
        <Icon name="note" className="size-8" />
      </span>
      <div className="min-w-0">
        <h3 className="text-h3">{track.title}</h3>
        <p>{track.artist}</p>
        {track.album !== null && <p className="text-small text-muted">{track.album}</p>}
        {action ??
          (address !== null && (
            <p className="mt-1 text-small">
              <NewTabLink href={address}>
                {atSpotify === null ? `Open ${new URL(address).host}` : 'Open in Spotify'}
              </NewTabLink>
            </p>
          ))}
      </div>
    </Card>
  );
}
