import { render, screen } from '@testing-library/react';
import { startTransition, useEffect, useState } from 'react';
import { expect, it } from 'vitest';

/** The harness (support/setup.ts). */

it('what a test has found has had its effects, though React runs them a moment later', async () => {
  let hadEffect = false;
  const Appears = () => {
    const [words, setWords] = useState('');
    useEffect(() => {
      setTimeout(() => startTransition(() => setWords('Here')));
    }, []);
    useEffect(() => {
      hadEffect = words !== '';
    }, [words]);
    return (
      <>
        {words}
        {words !== '' && <Slow />}
      </>
    );
  };
  /** React pauses after a component that takes longer than a slice. */
  const Slow = () => {
    const end = performance.now() + 6;
    while (performance.now() < end);
    return null;
  };
  let missed = 0;
  // Of 200 that are found without the harness, some three have not had theirs.
  for (let time = 0; time < 200; time += 1) {
    hadEffect = false;
    const { unmount } = render(<Appears />);
    await screen.findByText('Here');
    if (!hadEffect) missed += 1;
    unmount();
  }
  expect(missed).toBe(0);
});
