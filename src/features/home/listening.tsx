import type { Track } from '../../content/tracks/tracks.ts';
import { useContent } from '../../engine/index.ts';
import { spotifyEmbed } from '../../lib/spotify.ts';
import { site } from '../../site.config.ts';
import { ByState } from '../../ui/by-state.tsx';
import { OwnersMark } from '../../ui/item-marks.tsx';
import { Note } from '../../ui/note.tsx';
import { Section } from '../../ui/section.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { homeContent } from './home-content.ts';
import { Player } from './player.tsx';
import { TrackCard } from './track-card.tsx';

/** HOME-6: the track player, or a text card if nothing can be embedded. */
export function Listening() {
  const content = useContent(homeContent.nowPlaying);
  return (
    <Section title="Currently Listening">
      <ByState
        content={content}
        loading={
          <div className="min-h-[152px]">
            <Spinner label="Loading track" />
          </div>
        }
        error={<Note line="plain">Unable to load the current track</Note>}
        empty={<Note>No track selected.</Note>}
      >
        {([track]) => track !== undefined && <NowPlaying key={track.id} track={track} />}
      </ByState>
    </Section>
  );
}

function NowPlaying({ track }: { track: Track }) {
  const embed = spotifyEmbed(track.spotifyUrl);
  return (
    <>
      {embed === null ? (
        <TrackCard track={track} />
      ) : (
        <Player track={track} embed={embed} onTap={site.player === ('tap' as string)} />
      )}
      <OwnersMark id={track.id} />
    </>
  );
}
