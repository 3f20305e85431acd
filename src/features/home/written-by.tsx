import { theProfile } from '../../content/profile/profile.ts';
import { useContent } from '../../engine/index.ts';
import { SITE_ADDRESS } from '../../lib/built-page.ts';
import { inSite } from '../../lib/in-site.ts';
import { site } from '../../site.config.ts';

/**
 * HOME-14: who writes, and where programs follow it, for the foot of every page. Its room is kept until the name is known.
 *
 * @param props.link the look of the foot's links
 */
export function WrittenBy({ link }: { link: string }) {
  const own = useContent(theProfile);
  const [changed] = own.state === 'ready' ? own.items : [];
  // A build for an address that it knows has feeds.
  const hasFeed = document.querySelector(`meta[name="${SITE_ADDRESS}"]`) !== null;
  return (
    <div className="flex min-h-11 items-center">
      {own.state !== 'loading' && (
        <>
          <p className="px-2 text-muted">Written by {changed?.name ?? site.profile.name}</p>
          {hasFeed && (
            <a href={inSite('/feed.xml')} className={link}>
              Feed
            </a>
          )}
        </>
      )}
    </div>
  );
}
