import { LoadFailure } from '../../content/load-failure.tsx';
import { useOwnersWords } from '../../content/profile/use-owners-words.ts';
import { useAccount, useContent, useMirrorState } from '../../engine/index.ts';
import { site } from '../../site.config.ts';
import { NewsLine } from '../../ui/news.tsx';
import { PageColumn } from '../../ui/page-column.tsx';
import { AiFriends } from './ai-friends.tsx';
import { Chatter } from './chatter.tsx';
import { Friends } from './friend-cards.tsx';
import { homeContent } from './home-content.ts';
import { IntroCard } from './intro-card.tsx';
import { LatestLearnings } from './latest-learnings.tsx';
import { Listening } from './listening.tsx';
import { ProfileCard } from './profile-card.tsx';
import { Roadmap } from './roadmap.tsx';

/** HOME-1, and the latest learnings (DIFF-9) */
export function HomePage() {
  return (
    <PageColumn>
      <div className="grid">
        <NewsLine />
        <div className="grid gap-6">
          <ConnectionAlert />
          <OwnersCards />
        </div>
      </div>
      <LatestLearnings />
      <AiFriends />
      <Chatter />
      <Listening />
      <Roadmap />
      <Friends />
    </PageColumn>
  );
}

/** FIRST-5: nobody sees the words of src/site.config.ts give way to others: they wait for a moment. */
function OwnersCards() {
  const { words, isLoading } = useOwnersWords(site);
  const hasNotBegun = useAccount() === undefined;
  const hasAll = useMirrorState().freshness !== null;
  // What the device knows, or may, and has not been read yet.
  const isUnread = isLoading && (hasNotBegun || hasAll);
  const wait = isUnread ? 'after-wait long-wait' : isLoading ? 'after-wait' : '';
  return (
    <div data-loading={isLoading ? '' : undefined} className={`grid gap-6 ${wait}`}>
      <IntroCard words={words} />
      <ProfileCard words={words} />
    </div>
  );
}

/**
 * HOME-2: shown if any of the five data loads fails, which here means that the device has no data for it and the
 * last sync failed.
 */
function ConnectionAlert() {
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
