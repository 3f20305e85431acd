import { Link } from 'react-router-dom';
import { useMirrorState } from '../engine/index.ts';
import { WrittenBy } from '../features/home/written-by.tsx';
import { AsOf } from './as-of.tsx';
import { pages } from './pages.tsx';

/** The sidebar has no place for them (FRAME-2). */
const more = pages.filter(({ link }) => link === undefined);

const quiet =
  'grid min-h-11 place-items-center px-2 text-muted underline decoration-hairline underline-offset-4 transition-colors hover:text-ink';

/**
 * Below every page: links to the pages that the sidebar leaves out (FRAME-7), who writes, the feed and, without a sidebar, the time
 * of the last sync. It waits for the content, so nobody sees it move.
 */
export function Footer() {
  const { freshness, status } = useMirrorState();
  if (freshness === null && status.failures === 0) return null;
  return (
    <footer className="after-content border-t border-hairline px-4 pt-3 pb-[max(1.5rem,env(safe-area-inset-bottom))] text-small xs:px-6 lg:px-10 print:hidden">
      <div className="-mx-2 flex flex-wrap justify-between gap-x-6">
        <nav aria-label="More pages">
          <ul className="flex flex-wrap">
            {more.map(({ id, title }) => (
              <li key={id}>
                <Link to={id} className={quiet}>
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <WrittenBy link={quiet} />
      </div>
      <div className="md:hidden">
        <AsOf />
      </div>
    </footer>
  );
}
