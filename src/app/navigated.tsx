import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { type NavigateOptions, Router } from 'react-router-dom';
import { withCrossFade } from './cross-fade.ts';
import type { Arrival, Navigation } from './navigation.ts';
import { OnItsWay } from './on-its-way.tsx';

/** Renders what is at the address, after each arrival. Links and hooks of the router work within it. */
export function Navigated({
  navigation,
  basename = '/',
  children,
}: {
  navigation: Navigation;
  basename?: string;
  children: (page: Arrival['page']) => ReactNode;
}) {
  const [arrival, setArrival] = useState(navigation.arrival);
  useLayoutEffect(() => {
    const show = (next: Arrival, options: NavigateOptions) => {
      if (options.flushSync === true) flushSync(() => setArrival(next));
      else startTransition(() => setArrival(next));
    };
    // There may have been others, as the first render may take several slices (first-render.ts).
    setArrival(navigation.arrival);
    return navigation.subscribe(withCrossFade(navigation, show));
  }, [navigation]);
  return (
    <Router
      basename={basename}
      location={arrival.location}
      navigationType={arrival.action}
      navigator={navigation.navigator}
    >
      {children(arrival.page)}
      <OnItsWay navigation={navigation} shown={arrival} />
    </Router>
  );
}
