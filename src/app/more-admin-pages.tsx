import { useLocation } from 'react-router-dom';
import { ProfilePage } from '../features/dashboard/profile-page.tsx';
import { DeletedPage } from '../features/history/deleted-page.tsx';
import { HistoryPage } from '../features/history/history-page.tsx';
import { InboxPage } from '../features/inbox/inbox-page.tsx';
import { PicturesPage } from '../features/pictures/pictures-page.tsx';
import { TagsPage } from '../features/tags/tags-page.tsx';
import { adminPart } from './admin-part.tsx';

/** As in pages.tsx. */
declare const __HAS_INBOX__: boolean;

/** What reads notes is larger than all of these pages. */
const importPage = adminPart('Import notes', 'Loading...', async () => {
  return (await import('../features/import/import-page.tsx')).ImportPage;
});

/**
 * The smaller pages for admins, in one part of the build: what rows were, what was deleted, the pictures, the tags, the profile, what
 * comes in, and the inbox if there is one.
 */
export function MoreAdminPages() {
  const { pathname } = useLocation();
  if (__HAS_INBOX__ && pathname.endsWith('/inbox')) return <InboxPage />;
  if (pathname.endsWith('/deleted')) return <DeletedPage />;
  if (pathname.endsWith('/import')) return importPage;
  if (pathname.endsWith('/profile')) return <ProfilePage />;
  if (pathname.endsWith('/pictures')) return <PicturesPage />;
  return pathname.endsWith('/tags') ? <TagsPage /> : <HistoryPage />;
}
