import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { learningRow } from '../../support/rows.ts';
import { show, synced } from '../../support/site.tsx';

const table = 'Before it\n\n| one | two |\n|---|---|\n| three | four |\n';

beforeEach(() => {
  // What one text has made known, the next would know.
  vi.resetModules();
});

/** What the text is on its sheet, each time that it is another. */
async function shownOf(content: string): Promise<string[]> {
  const { LearningSheet } = await import('../../../src/content/learnings/learning-sheet.tsx');
  const { learnings } = await import('../../../src/content/learnings/learnings.ts');
  const shown: string[] = [];
  const contents = (html: string) => {
    if (html !== shown.at(-1)) shown.push(html);
    return null;
  };
  const learning = learnings.toItem(learningRow({ content }) as never);
  show(<LearningSheet learning={learning} contents={contents} />, synced({}));
  await screen.findByText(/Before it/);
  return shown;
}

it('LEARNING-2: a text with a table comes with it, and never first without', async () => {
  const shown = await shownOf(table);
  expect(shown).toEqual(['', expect.stringContaining('<table>')]);
});

it('LEARNING-2: a text without one waits for nothing', async () => {
  expect(await shownOf('Before it')).toEqual([expect.stringContaining('Before it')]);
});

it('LEARNING-2: where what reads tables can’t be loaded, the lines of one are words, and the site looks for a newer version', async () => {
  const missing = vi.fn();
  window.addEventListener('fieldnotes:part-missing', missing);
  vi.doMock('../../../src/content/markdown/tables-and-notes.ts', () => {
    throw new Error('not on this device');
  });
  await shownOf(table);
  expect(document.querySelector('.prose')?.textContent).toContain('| three | four |');
  expect(document.querySelector('[data-loading]')).toBeNull();
  await waitFor(() => expect(missing).toHaveBeenCalled());
  vi.doUnmock('../../../src/content/markdown/tables-and-notes.ts');
});
