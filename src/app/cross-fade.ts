import type { createBrowserRouter } from 'react-router-dom';

type Router = Pick<ReturnType<typeof createBrowserRouter>, 'state' | 'subscribe'>;

/**
 * Pages cross-fade in browsers that support it (LOOK-12).
 *
 * The router's own cross-fade keeps the next page in several places while a fade runs: a navigation that was
 * overtaken may finish last, and the screen then shows a different page than the address. Here a fade
 * always shows the newest page when the browser is ready for it.
 *
 * @returns the same router
 */
export function withCrossFade<R extends Router>(router: R, page: Document = document): R {
  const subscribe = router.subscribe.bind(router);
  let shown = router.state.location.pathname;
  router.subscribe = (listener) =>
    subscribe((state, options) => {
      const { pathname } = state.location;
      if (pathname === shown || !('startViewTransition' in page)) {
        shown = pathname;
        listener(state, options);
        return;
      }
      const fade = page.startViewTransition(() => {
        shown = router.state.location.pathname;
        listener(router.state, { ...options, flushSync: true });
      });
      // The next fade skips this one, as intended.
      fade.ready.catch(() => {});
    });
  return router;
}
