import { site } from '../../site.config.ts';
import { NewsLine } from '../../ui/news.tsx';
import { PageColumn } from '../../ui/page-column.tsx';
import { AiFriends } from './ai-friends.tsx';
import { Chatter } from './chatter.tsx';
import { ConnectionAlert } from './connection-alert.tsx';
import { Friends } from './friend-cards.tsx';
import { IntroCard } from './intro-card.tsx';
import { Listening } from './listening.tsx';
import { ProfileCard } from './profile-card.tsx';
import { Roadmap } from './roadmap.tsx';

/** HOME-1 */
export function HomePage() {
  return (
    <PageColumn>
      <div className="grid">
        <NewsLine />
        <div className="grid gap-6">
          <ConnectionAlert />
          <div className="grid items-stretch gap-6 @3xl/column:grid-cols-[minmax(0,1fr)_20rem]">
            <IntroCard />
            <ProfileCard profile={site.profile} />
          </div>
        </div>
      </div>
      <AiFriends />
      <Chatter />
      <Listening />
      <Roadmap />
      <Friends />
    </PageColumn>
  );
}
