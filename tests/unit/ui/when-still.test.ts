import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { whenStill } from '../../../src/app/when-still.ts';
import { BUILT, LOADING } from '../../../src/lib/built-page.ts';
import { IDLE_GUESS_MS, STILL_MS, STILL_WITHIN_MS } from '../../../src/lib/limits.ts';

/** The time in which a page that nothing happens in is found still: one look begins it, the next ends it. */
const SOON_MS = 2 * STILL_MS + IDLE_GUESS_MS;

describe('What waits for a page to be still', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    document.body.innerHTML = '<main id="main"></main>';
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    document.body.innerHTML = '';
  });

  const waiting = () => {
    const act = vi.fn();
    whenStill(act);
    return act;
  };
  /** Something changes in the page, again and again, for that long. */
  async function moveFor(ms: number): Promise<void> {
    for (let gone = 0; gone < ms; gone += STILL_MS / 2) {
      document.getElementById('main')?.append('.');
      await vi.advanceTimersByTimeAsync(STILL_MS / 2);
    }
  }

  it('begins once nothing changes any more, and only once', async () => {
    const act = waiting();
    await moveFor(4 * STILL_MS);
    expect(act).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(SOON_MS);
    expect(act).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(2 * STILL_WITHIN_MS);
    expect(act).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['the app has taken over', `<div id="${BUILT}"></div><main id="main"></main>`],
    ['the app has rendered', '<div id="root"></div>'],
    ['nothing is loading', `<main id="main"><p ${LOADING}></p></main>`],
  ])('does not begin before %s, but after the longest wait', async (_, page) => {
    document.body.innerHTML = page;
    const act = waiting();
    await vi.advanceTimersByTimeAsync(STILL_WITHIN_MS - 1);
    expect(act).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(act).toHaveBeenCalledTimes(1);
  });

  it('does not begin before the page has loaded, but after the longest wait', async () => {
    vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive');
    const act = waiting();
    await vi.advanceTimersByTimeAsync(STILL_WITHIN_MS - 1);
    expect(act).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(act).toHaveBeenCalledTimes(1);
  });

  it('begins after the longest wait on a page that is never still', async () => {
    const act = waiting();
    await moveFor(STILL_WITHIN_MS);
    expect(act).toHaveBeenCalledTimes(1);
  });
});
