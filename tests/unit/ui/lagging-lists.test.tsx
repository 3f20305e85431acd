import { fireEvent, renderHook, screen, waitFor } from '@testing-library/react';
import { Profiler, type ReactNode, useLayoutEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { expect, it } from 'vitest';
import { Navigated } from '../../../src/app/navigated.tsx';
import { type Contents, groups } from '../../../src/content/search/groups.ts';
import { useFound } from '../../../src/content/search/use-found.ts';
import { LearningsPage } from '../../../src/features/learnings/learnings-page.tsx';
import { ResourcesPage } from '../../../src/features/resources/resources-page.tsx';
import { memoryMirror } from '../../support/memory-mirror.ts';
import { navigationAt } from '../../support/navigation.ts';
import { learningRow, resourceRow } from '../../support/rows.ts';
import { type Held, OnEngine, render } from '../../support/site.tsx';

/**
 * A list that is narrowed is rendered after the field that narrows it, however long that takes: there is a commit in which the field
 * has the new words, and the list is still the one before.
 */

/** Types into the search of a page, and notes after each commit what is in it and how many items are listed. */
function typing(words: string, page: ReactNode, rows: Held['rows'], address: string) {
  const seen: string[] = [];
  const note = () => {
    const field = screen.getByRole<HTMLInputElement>('searchbox');
    seen.push(`“${field.value}”: ${screen.getAllByRole('heading', { level: 2 }).length}`);
  };
  function Watched() {
    // React tells of a commit only if it comes past the profiler.
    useLocation();
    return (
      <Profiler id="page" onRender={note}>
        {page}
      </Profiler>
    );
  }
  const navigation = navigationAt([{ pathname: address, key: crypto.randomUUID() }]);
  render(
    <OnEngine mirror={memoryMirror(rows ?? {}, { freshness: 1 })}>
      <Navigated navigation={navigation}>{() => <Watched />}</Navigated>
    </OnEngine>,
  );
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: words } });
  return seen;
}

it('RESOURCES-1: a key in the tag search is seen before the list has followed', async () => {
  const resources = [
    resourceRow({ title: 'One', tags: 'rag' }),
    resourceRow({ title: 'Two', tags: 'evals' }),
  ];
  const seen = typing('rag', <ResourcesPage />, { resources }, '/resources');
  await waitFor(() => expect(seen.at(-1)).toBe('“rag”: 1'));
  expect(new Set(seen)).toEqual(new Set(['“”: 2', '“rag”: 2', '“rag”: 1']));
});

it('LEARNINGS-3: a key in the search is seen before the list has followed', async () => {
  const learnings = [
    learningRow({ title: 'One', tags: ['rag'] }),
    learningRow({ title: 'Two', tags: ['evals'] }),
  ];
  const seen = typing('two', <LearningsPage />, { learnings }, '/learnings');
  await waitFor(() => expect(seen.at(-1)).toBe('“two”: 1'));
  expect(new Set(seen)).toEqual(new Set(['“”: 2', '“two”: 2', '“two”: 1']));
});

it('SEARCH-1: a key in the site’s search is seen before the results have followed', () => {
  const seen: string[] = [];
  const nothing = Object.fromEntries(groups.map((group) => [group, []])) as unknown as Contents;
  const { rerender } = renderHook(
    ({ typed }) => {
      const { query } = useFound(typed, nothing);
      useLayoutEffect(() => void seen.push(`“${typed}”: results of “${query}”`));
    },
    { initialProps: { typed: '' } },
  );
  rerender({ typed: 'rag' });
  expect(new Set(seen)).toEqual(
    new Set(['“”: results of “”', '“rag”: results of “”', '“rag”: results of “rag”']),
  );
});
