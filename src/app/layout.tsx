import { type ReactNode, useEffect, useRef } from 'react';
import { useSearch } from '../features/search/search.tsx';
import { SearchButton, SearchIconButton } from '../features/search/search-button.tsx';
import { followCards } from '../ui/follow-cards.ts';
import { showWholeFields } from '../ui/show-whole-field.ts';
import { useAdminGreeting } from './admin-greeting.ts';
import { useAppBadge } from './app-badge.ts';
import { useBackgroundSync, usePeriodicSync } from './background-sync.ts';
import { Brand } from './brand.tsx';
import { useAdminParts } from './fetch-admin-parts.ts';
import { useFocusOnNavigation } from './focus-on-navigation.ts';
import { Footer } from './footer.tsx';
import { HeadWhenIdle } from './head-when-idle.tsx';
import { InstallOffer } from './install-offer.tsx';
import { useKeptScroll } from './kept-scroll.ts';
import { MarkNews } from './mark-news.tsx';
import { Menu } from './menu.tsx';
import { bringWhatIsMissing } from './missing-part.tsx';
import { OfflineStrip } from './offline-strip.tsx';
import { OutboxNews } from './outbox-news.tsx';
import { OwnersMarks } from './owners-marks.tsx';
import { pages } from './pages.tsx';
import { PrintedAddress } from './printed-address.tsx';
import { useProtection } from './protection.ts';
import { Sidebar } from './sidebar.tsx';
import { SyncDetailsDialog } from './sync-details-by-address.tsx';
import { UpdateNotice } from './update-notice.tsx';
import { useVisit } from './visit.ts';

/** The frame around every page: sidebar or top bar, the page, the offline strip. */
export function Layout({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  useKeptScroll();
  useFocusOnNavigation(main);
  useAdminParts();
  useBackgroundSync();
  usePeriodicSync();
  useAppBadge();
  useProtection();
  const visit = useVisit();
  const search = useSearch(pages);
  useAdminGreeting();
  useEffect(bringWhatIsMissing, []);
  useEffect(followCards, []);
  useEffect(showWholeFields, []);

  return (
    <OwnersMarks>
      <MarkNews before={visit.before}>
        <HeadWhenIdle />
        <a
          href="#main"
          className="fixed top-2 left-2 z-30 -translate-y-24 rounded-control bg-ink px-4 py-3 font-semibold text-paper focus:translate-y-0 print:hidden"
        >
          Skip to content
        </a>
        <aside
          aria-label="Sidebar"
          className="fixed inset-y-0 left-0 z-20 hidden w-64 overflow-y-auto border-r border-hairline bg-paper md:block print:hidden"
        >
          <Sidebar search={<SearchButton onClick={search.open} />} />
        </aside>
        <header className="sticky top-0 z-20 border-b border-hairline bg-paper pt-[env(safe-area-inset-top)] md:hidden print:hidden">
          <div className="flex h-14 items-center justify-between pr-2 pl-4 xs:pr-4 xs:pl-6">
            <Brand />
            <div className="flex">
              <SearchIconButton onClick={search.open} />
              <Menu />
            </div>
          </div>
        </header>
        <div className="flex min-h-[calc(100dvh-3.5rem)] flex-col md:min-h-dvh md:pl-64 print:pl-0">
          <OutboxNews />
          <main id="main" ref={main} tabIndex={-1} className="flex-1 overflow-x-clip outline-none">
            {children}
          </main>
          <PrintedAddress />
          <Footer />
          <OfflineStrip />
        </div>
        {search.dialog}
        <SyncDetailsDialog />
        <UpdateNotice otherwise={<InstallOffer visits={visit.count} />} />
      </MarkNews>
    </OwnersMarks>
  );
}
