import { useEffect, useState } from 'react';

/** Falling shapes: start (% from the left), size (px), duration (s), and how far into the fall they begin. */
const shapes = Array.from({ length: 16 }, (_, place) => ({
  left: (place * 61) % 97,
  size: 14 + ((place * 7) % 18),
  seconds: 14 + ((place * 5) % 11),
  begun: (place * 37) % 100,
  round: place % 3 === 0,
}));

/**
 * Decoration of the contact page (FRAME-4, LOOK-9), on `transform` alone. It stops on request (WCAG 2.2.2), while
 * the page is hidden, and with reduced motion the shapes lie at the bottom (styles.css).
 */
export function Falling() {
  const [paused, setPaused] = useState(false);
  const hidden = useHidden();
  return (
    <>
      <div
        aria-hidden="true"
        data-paused={paused || hidden}
        className="falling pointer-events-none absolute inset-0 -z-10 overflow-hidden forced-colors:hidden print:hidden"
      >
        {shapes.map(({ left, size, seconds, begun, round }) => (
          <span
            key={left}
            className={`absolute top-0 block border-2 border-on-contact/35 ${round ? 'rounded-chip' : 'rounded-[3px]'}`}
            style={{
              left: `${left}%`,
              width: size,
              height: size,
              animationDuration: `${seconds}s`,
              animationDelay: `${-(seconds * begun) / 100}s`,
            }}
          />
        ))}
      </div>
      <button
        type="button"
        aria-pressed={paused}
        onClick={() => setPaused(!paused)}
        className="absolute top-3 right-4 z-10 min-h-11 rounded-control bg-contact px-3 text-small font-semibold underline underline-offset-4 motion-reduce:hidden print:hidden"
      >
        {paused ? 'Resume animation' : 'Pause animation'}
      </button>
    </>
  );
}

function useHidden(): boolean {
  const [hidden, setHidden] = useState(false);
  useEffect(() => {
    const look = () => setHidden(document.visibilityState === 'hidden');
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return hidden;
}
