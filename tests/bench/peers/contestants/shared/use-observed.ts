import { useEffect, useState } from 'react';

/** What an observable has told last; `first` until it tells something. */
export function useObserved<T>(
  observable: { subscribe(listener: (value: T) => void): { unsubscribe(): void } },
  first: T,
): T {
  const [value, show] = useState(first);
  useEffect(() => {
    const subscription = observable.subscribe(show);
    return () => subscription.unsubscribe();
  }, [observable]);
  return value;
}
