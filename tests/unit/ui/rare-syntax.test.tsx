import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { PART_MISSING } from '../../../src/lib/part.ts';
import { openLearning } from '../../support/learning-page.tsx';

const table = 'Before it\n\n| one | two |\n|---|---|\n| three | four |\n';

beforeEach(() => {
  // What one text has made known, the next would know.
  vi.resetModules();
});

/** Opens the page of a learning. @returns what has stood on it in the place of the text, as often as it was another */
async function open(content: string): Promise<string[]> {
  const seen: string[] = [];
  const look = () => {
    const isLoading = document.querySelector('[role=status]')?.textContent?.includes('Loading');
    const now = document.querySelector('.prose table') ? 'a table' : 'words';
    const what = document.querySelector('.prose') ? now : isLoading ? 'loading' : 'a page without';
    if (what !== seen.at(-1) && document.querySelector('h1')) seen.push(what);
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  await openLearning(content);
  await screen.findByText(/Before it/);
  return seen;
}

it('LEARNING-2: a page stays loading until it can show a text with its table, so nothing on it moves', async () => {
  expect(await open(table)).toEqual(['loading', 'a table']);
});

it('LEARNING-2: where what reads tables can’t be loaded, the lines of one are words, and the site looks for a newer version', async () => {
  const missing = vi.fn();
  window.addEventListener(PART_MISSING, missing);
  vi.doMock('../../../src/content/markdown/tables-and-notes.ts', () => {
    throw new Error('not on this device');
  });
  expect(await open(table)).toEqual(['loading', 'words']);
  expect(document.querySelector('.prose')?.textContent).toContain('| three | four |');
  await waitFor(() => expect(missing).toHaveBeenCalled());
  vi.doUnmock('../../../src/content/markdown/tables-and-notes.ts');
});
