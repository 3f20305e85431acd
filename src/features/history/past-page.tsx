import { useLocation } from 'react-router-dom';
import { DELETED_PAGE } from '../../content/past/past-addresses.ts';
import { DeletedPage } from './deleted-page.tsx';
import { HistoryPage } from './history-page.tsx';

/** What rows were: the history of one, or what was deleted. One part of the build, for both addresses. */
export function PastPage() {
  return useLocation().pathname === DELETED_PAGE ? <DeletedPage /> : <HistoryPage />;
}
