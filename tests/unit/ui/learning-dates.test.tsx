import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { LearningDates } from '../../../src/content/learnings/learning-dates.tsx';
import { learnings } from '../../../src/content/learnings/learnings.ts';
import { LearningPage } from '../../../src/features/learnings/learning-page.tsx';
import { LearningsPage } from '../../../src/features/learnings/learnings-page.tsx';
import { learningRow } from '../../support/rows.ts';
import { render, show, synced } from '../../support/site.tsx';

const learning = (created_at: string | null, updated_at?: string | null) => {
  const row = learningRow({ created_at });
  return learnings.toItem((updated_at === undefined ? row : { ...row, updated_at }) as never);
};
const shown = (...dates: Parameters<typeof learning>) =>
  render(<LearningDates learning={learning(...dates)} />).container;

describe('DATA-9: the dates of a learning', () => {
  const written = '2024-03-14T00:00:00+00:00';
  it.each([
    ['never changed', written, null, '14 Mar 2024'],
    [
      'changed in the same year',
      written,
      '2024-11-02T23:59:00+00:00',
      '14 Mar 2024, updated 2 Nov',
    ],
    ['changed in another year', written, '2025-11-02T10:00:00Z', '14 Mar 2024, updated 2 Nov 2025'],
    ['changed on its first day', written, '2024-03-14T23:59:59Z', '14 Mar 2024'],
    ['dated after its last change', written, '2024-02-01T10:00:00Z', '14 Mar 2024'],
    ['changed, without a date', null, '2025-11-02T10:00:00Z', 'Updated 2 Nov 2025'],
    ['without any', null, null, ''],
    ['from before there were updates', written, undefined, '14 Mar 2024'],
  ])('%s', (_, created, updated, words) => {
    expect(shown(created, updated).textContent).toBe(words);
  });

  it('are days for programs, too, and the same wherever the reader is', () => {
    const here = process.env.TZ;
    for (const zone of ['America/Los_Angeles', 'Asia/Tokyo']) {
      process.env.TZ = zone;
      const times = [...shown(written, '2024-11-02T23:59:00Z').querySelectorAll('time')];
      expect(times.map((it) => it.dateTime)).toEqual(['2024-03-14', '2024-11-02']);
      expect(times.map((it) => it.textContent)).toEqual(['14 Mar 2024', '2 Nov']);
    }
    if (here === undefined) delete process.env.TZ;
    else process.env.TZ = here;
  });

  it.each([
    ['card', <LearningsPage key="list" />, '/learnings', '/learnings'],
    ['page', <LearningPage key="page" />, '/learnings/:slug', '/learnings/a-learning'],
  ])('stand on its %s', async (_, page, path, address) => {
    const row = learningRow({ created_at: written, updated_at: '2024-11-02T10:00:00Z' });
    show(
      <Routes>
        <Route path={path} element={page} />
      </Routes>,
      synced({ learnings: [row] }),
      address,
    );
    expect((await screen.findByText('14 Mar 2024')).parentElement?.textContent).toBe(
      '14 Mar 2024, updated 2 Nov',
    );
  });
});
