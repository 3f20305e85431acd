import { LoadFailure } from '../../content/load-failure.tsx';
import { useContent } from '../../engine/index.ts';
import { homeContent } from './home-content.ts';

/**
 * HOME-2: shown if any of the five data loads fails, which here means that the device has no data for it and the
 * last sync failed.
 */
export function ConnectionAlert() {
  const states = [
    useContent(homeContent.aiFriends).state,
    useContent(homeContent.friends).state,
    useContent(homeContent.commentaries).state,
    useContent(homeContent.nowPlaying).state,
    useContent(homeContent.projects).state,
  ];
  if (!states.includes('error')) return null;
  return (
    <LoadFailure>
      There was an error connecting to the database. Please check your connection and try again.
    </LoadFailure>
  );
}
