import { describe, expect, it } from 'vitest';
import { LearningCard } from '../../../src/content/learnings/learning-card.tsx';
import { LearningSheet } from '../../../src/content/learnings/learning-sheet.tsx';
import { learnings } from '../../../src/content/learnings/learnings.ts';
import { ToastProvider } from '../../../src/ui/toast.tsx';
import { learningRow } from '../../support/rows.ts';
import { show, synced } from '../../support/site.tsx';

/** A description that the text says is not shown beside it. */

const shown = (row: { description: string; content: string | null }) => {
  const learning = learnings.toItem(learningRow(row) as never);
  show(
    <ToastProvider>
      <LearningCard learning={learning} address="/learnings/a" heading="h3" />
      <LearningSheet learning={learning} />
    </ToastProvider>,
    synced(),
    '/learnings/a',
  );
  return (document.body.textContent ?? '').split('First words').length - 1;
};

describe('MOVE-11: a description', () => {
  it.each([
    [
      'that the text says',
      { description: 'First words of it.', content: '*First* words of it.\n\nMore.' },
      2,
    ],
    ['that is cut', { description: 'First words…', content: 'First words of it.' }, 2],
    ['of another text', { description: 'First words.', content: 'Others.' }, 2],
    ['beside no text', { description: 'First words.', content: null }, 2],
    ['that says more', { description: 'First words, and more.', content: 'First words.' }, 4],
  ])('%s is shown as often as it should be', (_, row, times) => {
    expect(shown(row)).toBe(times);
  });
});
