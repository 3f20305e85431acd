import { useRoutes } from 'react-router-dom';
import { PageColumn } from '../ui/page-column.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { ErrorScreen } from './error-screen.tsx';
import { Layout } from './layout.tsx';
import type { Arrival } from './navigation.ts';
import { routes } from './routes.tsx';

/** The page of the address in its frame. If the page fails, the frame stays; if the frame fails, only the error is shown. */
export function FramedPage({ page }: { page: Arrival['page'] }) {
  return (
    <ErrorBoundary
      instead={(error) => (
        <main>
          <ErrorScreen error={error} />
        </main>
      )}
    >
      <Layout>
        <ErrorBoundary instead={(error) => <ErrorScreen error={error} />}>
          {page === 'loading' && <FirstPage />}
          {page === 'loaded' && <RoutedPage />}
          {typeof page === 'object' && <ErrorScreen error={page.error} />}
        </ErrorBoundary>
      </Layout>
    </ErrorBoundary>
  );
}

function RoutedPage() {
  return useRoutes(routes);
}

/** Fills the frame until the first page is loaded. */
function FirstPage() {
  return (
    <PageColumn>
      <Spinner />
    </PageColumn>
  );
}
