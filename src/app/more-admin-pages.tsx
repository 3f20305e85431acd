import { useLocation } from 'react-router-dom';
import { ProfilePage } from '../features/dashboard/profile-page.tsx';
import { DeletedPage } from '../features/history/deleted-page.tsx';
import { HistoryPage } from '../features/history/history-page.tsx';
import { PicturesPage } from '../features/pictures/pictures-page.tsx';
import { TagsPage } from '../features/tags/tags-page.tsx';

/** The smaller pages for admins, in one part of the build: what rows were, what was deleted, the pictures, the tags, and the profile. */
export function MoreAdminPages() {
  const { pathname } = useLocation();
  if (pathname.endsWith('/deleted')) return <DeletedPage />;
  if (pathname.endsWith('/profile')) return <ProfilePage />;
  if (pathname.endsWith('/pictures')) return <PicturesPage />;
  return pathname.endsWith('/tags') ? <TagsPage /> : <HistoryPage />;
}
