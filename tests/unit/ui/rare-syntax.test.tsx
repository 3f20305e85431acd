import { screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { PART_MISSING } from '../../../src/lib/part.ts';
import { learningRow } from '../../support/rows.ts';

const table = 'Before it\n\n| one | two |\n|---|---|\n| three | four |\n';

beforeEach(() => {
  // What one text has made known, the next would know.
  vi.resetModules();
});

/** Opens the page of a learning. @returns what has stood on it in the place of the text, as often as it was another */
async function open(content: string): Promise<string[]> {
  const { LearningPage } = await import('../../../src/features/learnings/learning-page.tsx');
  const { ToastProvider } = await import('../../../src/ui/toast.tsx');
  const { show, synced } = await import('../../support/site.tsx');
  const seen: string[] = [];
  const look = () => {
    const isLoading = document.querySelector('[role=status]')?.textContent?.includes('Loading');
    const now = document.querySelector('.prose table') ? 'a table' : 'words';
    const what = document.querySelector('.prose') ? now : isLoading ? 'loading' : 'a page without';
    if (what !== seen.at(-1) && document.querySelector('h1')) seen.push(what);
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  const learning = learningRow({ title: 'A', slug: 'a', content, description: 'About it' });
  show(
    <ToastProvider>
      <Routes>
        <Route path="/learnings/:slug" element={<LearningPage />} />
      </Routes>
    </ToastProvider>,
    synced({ learnings: [learning] }),
    '/learnings/a',
  );
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
