import { useLocation } from 'react-router-dom';
import { DeletedPage } from '../features/history/deleted-page.tsx';
import { HistoryPage } from '../features/history/history-page.tsx';
import { InboxPage } from '../features/inbox/inbox-page.tsx';
import { PicturesPage } from '../features/pictures/pictures-page.tsx';
import { TagsPage } from '../features/tags/tags-page.tsx';

/** As in pages.tsx. */
declare const __HAS_INBOX__: boolean;

/**
 * The smaller pages for admins, in one part of the build: what rows were, what was deleted, the pictures, the tags, and the inbox if there
 * is one.
 */
export function MoreAdminPages() {
  const { pathname } = useLocation();
  if (__HAS_INBOX__ && pathname.endsWith('/inbox')) return <InboxPage />;
  if (pathname.endsWith('/deleted')) return <DeletedPage />;
  if (pathname.endsWith('/pictures')) return <PicturesPage />;
  return pathname.endsWith('/tags') ? <TagsPage /> : <HistoryPage />;
}
