import { useEffect, useState } from 'react';
import { MINUTE_MS } from '../lib/limits.ts';
import { noteVisit, type Visits } from '../lib/visits.ts';

/** This visit to the site. A return after a while begins another one, even in an open page. */
export function useVisit(): Visits {
  const [visit, setVisit] = useState(() => noteVisit(Date.now()));
  useEffect(() => {
    const note = () => {
      const next = noteVisit(Date.now());
      setVisit((held) => (held.count === next.count ? held : next));
    };
    const noteWhileSeen = () => document.visibilityState === 'visible' && note();
    const timer = setInterval(noteWhileSeen, MINUTE_MS);
    document.addEventListener('visibilitychange', note);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', note);
    };
  }, []);
  return visit;
}
