import { useEffect, useRef, useState } from 'react';
import type { Track } from '../../content/tracks/tracks.ts';
import { Button } from '../../ui/button.tsx';
import { TrackCard } from './track-card.tsx';

/** After this long without loading, the frame gives way to the text card. */
const PATIENCE_MS = 10_000;

/**
 * Spotify's player, 152 px high (HOME-6, DIFF-6), fetched when it comes into view, or on a tap if the owner wants
 * that. Until it has loaded, and if it cannot load, the text card takes its place.
 */
export function Player({ track, embed, onTap }: { track: Track; embed: string; onTap: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState(false);
  const [loaded, setLoaded] = useState(false);
  const online = useOnline();

  useEffect(() => {
    if (onTap || wanted || place.current === null) return;
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && setWanted(true),
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [onTap, wanted]);

  const tooLate = useTooLate(wanted && online && !loaded);
  const framed = wanted && online && !tooLate;
  return (
    <div ref={place} className="relative min-h-[152px] max-w-xl">
      {!(framed && loaded) && (
        <TrackCard
          track={track}
          {...(onTap && !wanted && online
            ? {
                action: (
                  <Button className="mt-2" onClick={() => setWanted(true)}>
                    Load player
                  </Button>
                ),
              }
            : {})}
        />
      )}
      {framed && (
        <iframe
          title={`Spotify player: ${track.title} by ${track.artist}`}
          src={embed}
          height={152}
          loading="lazy"
          allow="encrypted-media"
          referrerPolicy="no-referrer"
          sandbox="allow-scripts allow-same-origin allow-popups"
          onLoad={() => setLoaded(true)}
          className={`w-full rounded-card border-0 ${loaded ? '' : 'invisible absolute inset-0'}`}
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
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
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
