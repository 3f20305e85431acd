import { waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { shownOnSheet } from '../../support/sheet.tsx';

const table = 'Before it\n\n| one | two |\n|---|---|\n| three | four |\n';

beforeEach(() => {
  // What one text has made known, the next would know.
  vi.resetModules();
});

it('LEARNING-2: a text with a table comes with it, and never first without', async () => {
  const shown = await shownOnSheet(table, /Before it/);
  expect(shown).toEqual(['', expect.stringContaining('<table>')]);
});

it('LEARNING-2: a text without one waits for nothing', async () => {
  expect(await shownOnSheet('Before it', /Before it/)).toEqual([
    expect.stringContaining('Before it'),
  ]);
});

it('LEARNING-2: where what reads tables can’t be loaded, the lines of one are words, and the site looks for a newer version', async () => {
  const missing = vi.fn();
  window.addEventListener('fieldnotes:part-missing', missing);
  vi.doMock('../../../src/content/markdown/tables-and-notes.ts', () => {
    throw new Error('not on this device');
  });
  await shownOnSheet(table, /Before it/);
  expect(document.querySelector('.prose')?.textContent).toContain('| three | four |');
  expect(document.querySelector('[data-loading]')).toBeNull();
  await waitFor(() => expect(missing).toHaveBeenCalled());
  vi.doUnmock('../../../src/content/markdown/tables-and-notes.ts');
});
