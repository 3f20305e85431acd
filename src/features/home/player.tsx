import { useEffect, useRef, useState } from 'react';
import type { Track } from '../../content/tracks/tracks.ts';
import { PLAYER_READY_MS } from '../../lib/limits.ts';
import { SPOTIFY } from '../../lib/spotify.ts';
import { Button } from '../../ui/button.tsx';
import { useSeen } from '../../ui/use-seen.ts';
import { TrackCard } from './track-card.tsx';

/**
 * Spotify's player, 152 px high (HOME-6, DIFF-6), loaded when it comes into view, or on a tap if the owner prefers that.
 * The text card stays until the player reports that it is ready. The frame's `load` event is no proof: it also fires for
 * the browser's page about a refused connection, or for an error page of Spotify's.
 */
export function Player({ track, embed, onTap }: { track: Track; embed: string; onTap: boolean }) {
  const [place, seen] = useSeen<HTMLDivElement>();
  const [tapped, setTapped] = useState(false);
  const wanted = onTap ? tapped : seen;
  const frame = useRef<HTMLIFrameElement>(null);
  const [ready, setReady] = useState(false);
  const online = useOnline();

  useEffect(() => {
    const hear = ({ origin, source, data }: MessageEvent) => {
      const isPlayer = origin === SPOTIFY && source === frame.current?.contentWindow;
      if (isPlayer && Object(data).type === 'ready') setReady(true);
    };
    window.addEventListener('message', hear);
    return () => window.removeEventListener('message', hear);
  }, []);

  const tooLate = useTooLate(wanted && online && !ready);
  const framed = wanted && online && !tooLate;
  return (
    <div ref={place} className="relative min-h-[152px] max-w-xl">
      {!(framed && ready) && (
        <TrackCard
          track={track}
          {...(onTap && !wanted && online
            ? {
                action: (
                  <Button className="mt-2" onClick={() => setTapped(true)}>
                    Load player
                  </Button>
                ),
              }
            : {})}
        />
      )}
      {framed && (
        <iframe
          ref={frame}
          title={`Spotify player: ${track.title} by ${track.artist}`}
          src={embed}
          height={152}
          loading="lazy"
          allow="encrypted-media"
          referrerPolicy="no-referrer"
          sandbox="allow-scripts allow-same-origin allow-popups"
          className={`w-full rounded-card border-0 ${ready ? '' : 'invisible absolute inset-0'}`}
        />
      )}
    </div>
  );
}

/** True once `waiting` has been true for too long. */
function useTooLate(waiting: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setLate(true), PLAYER_READY_MS);
    return () => clearTimeout(timer);
  }, [waiting]);
  return late;
}

function useOnline(): boolean {
  const [online, setOnline] = useState(() => navigator.onLine);
  useEffect(() => {
    const look = () => setOnline(navigator.onLine);
    window.addEventListener('online', look);
    window.addEventListener('offline', look);
    return () => {
      window.removeEventListener('online', look);
      window.removeEventListener('offline', look);
    };
  }, []);
  return online;
}
