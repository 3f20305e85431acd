import { act, screen, waitFor } from '@testing-library/react';
import { Activity, useEffect, useLayoutEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { learnings } from '../../../src/content/learnings/learnings.ts';
import { find, list, useContent } from '../../../src/engine/index.ts';
import { fromMemory, takeOver } from '../../../src/engine/mirror/answers.ts';
import type { MirrorDatabase } from '../../../src/engine/mirror/database.ts';
import { memoryOf } from '../../../src/engine/mirror/memory.ts';
import { type Position, startPosition } from '../../../src/engine/mirror/meta.ts';
import type { Mirror, Query } from '../../../src/engine/mirror/query.ts';
import { openMirror } from '../../../src/engine/mirror/read.ts';
import { useAnswer } from '../../../src/engine/react/use-answer.ts';
import { applyCatchUp } from '../../../src/engine/sync/apply-catch-up.ts';
import { countStorage } from '../../support/counted-storage.ts';
import { forgetRows, newDatabase } from '../../support/device.ts';
import { learningRow } from '../../support/rows.ts';
import { OnEngine, render } from '../../support/site.tsx';

/** Answers of the device that screens have shown before. */

let database: MirrorDatabase;
let mirror: Mirror;

beforeEach(async () => {
  database = newDatabase();
  await applyCatchUp(database, filling(['Evals']), 1);
  mirror = openMirror(database);
});

const full: Position = { epoch: 'e', cursor: 1, horizon: 1, complete: true };

function filling(titles: readonly string[], from = startPosition) {
  const changes = titles.map((title) => {
    const row = learningRow({ title });
    return { table: 'learnings', id: row.id, version: 1, row };
  });
  return { from, to: full, reset: true, changes };
}

function Titles<Item extends { title: string }>({ query }: { query: Query<Item> }) {
  const content = useContent(query);
  if (content.state !== 'ready') return <p>{content.state}</p>;
  return content.items.map(({ title }) => <p key={title}>{title}</p>);
}

const every = list(learnings);
const show = (query: Query<{ title: string }> = every, from = mirror) =>
  render(
    <OnEngine mirror={from}>
      <Titles query={query} />
    </OnEngine>,
  );
const shown = () => document.body.textContent;

/** Shows a question's answer once, and leaves. */
async function visit(query = every, words = 'Evals') {
  const { unmount } = show(query);
  await screen.findByText(words);
  unmount();
}

describe('an answer that was shown before', () => {
  it('is in the first frame of the next screen, which goes on live', async () => {
    await visit();
    show();
    expect(shown()).toBe('Evals');
    await applyCatchUp(database, filling(['Evals', 'Chunks'], full), 2);
    await screen.findByText('Chunks');
  });

  it('is not shown once the device has lost it', async () => {
    await visit();
    // What leaving an account does, and emptying the mirror.
    await forgetRows(database, 'learnings');
    await memoryOf(database).load([]);
    show();
    expect(shown()).toBe('empty');
  });

  it('belongs to its mirror', async () => {
    await visit();
    show(every, openMirror(newDatabase()));
    expect(shown()).toBe('loading');
  });

  it('stays the first frame when another mirror takes over, until that one answers', async () => {
    await visit();
    const [between, next] = [openMirror(database), openMirror(newDatabase())];
    takeOver(between, mirror);
    takeOver(next, between);
    show(every, next);
    expect(shown()).toBe('Evals');
  });

  it('is not handed to another mirror once the device has lost it', async () => {
    await visit();
    const next = openMirror(database);
    takeOver(next, mirror);
    await forgetRows(database, 'learnings');
    await memoryOf(database).load([]);
    show(every, next);
    expect(shown()).toBe('empty');
  });

  it('is in the first frame however many others came after it', async () => {
    await visit();
    for (let page = 0; page < 32; page += 1)
      await visit(find(learnings, 'slug', `${page}`), 'empty');
    show();
    expect(shown()).toBe('Evals');
  });
});

describe('PAGES-10: the first answer', () => {
  let tasks = 0;
  let clock: ReturnType<typeof setInterval>;
  beforeEach(() => {
    clock = setInterval(() => {
      tasks += 1;
    });
  });
  afterEach(() => clearInterval(clock));

  /** By title, the task in which it was rendered last. */
  const renderedIn = new Map<string, number>();
  /** React pauses after a component that takes longer than a slice. */
  const Slow = ({ title }: { title: string }) => {
    renderedIn.set(title, tasks);
    const end = performance.now() + 20;
    while (performance.now() < end);
    return title;
  };
  /** How many tasks it took to render these. */
  const tasksFor = (titles: readonly string[]) =>
    new Set(titles.map((title) => renderedIn.get(title))).size;
  const numbered = (words: string) => Array.from({ length: 8 }, (_, n) => `${words} ${n}`);

  it('is rendered in slices, and a change at once', async () => {
    const SlowTitles = () => {
      const content = useContent(every);
      return content.state === 'ready' && content.items.map((it) => <Slow key={it.id} {...it} />);
    };
    const [first, later] = [numbered('First'), numbered('Later')];
    await applyCatchUp(database, filling(first, full), 2);
    const root = createRoot(document.body.appendChild(document.createElement('div')));
    root.render(
      <OnEngine mirror={mirror}>
        <SlowTitles />
      </OnEngine>,
    );
    await expect.poll(shown).toContain('First 7');
    expect(tasksFor(first)).toBeGreaterThan(1);
    await applyCatchUp(database, filling(later, full), 3);
    await expect.poll(shown).toContain('Later 7');
    expect(tasksFor(later)).toBe(1);
    root.unmount();
  });

  it('is rendered in slices if it comes after the screen was rendered and before it listens', async () => {
    const titles = numbered('Between');
    let answer: readonly string[] | undefined;
    const asked = fromMemory(
      () => answer,
      () => () => {},
    );
    const source = {};
    const SlowTitles = () => {
      useLayoutEffect(() => {
        answer = titles;
      }, []);
      const its = useAnswer(source, 'titles', asked);
      return its?.map((title) => <Slow key={title} title={title} />);
    };
    const root = createRoot(document.body.appendChild(document.createElement('div')));
    root.render(<SlowTitles />);
    await expect.poll(shown).toContain('Between 7');
    expect(tasksFor(titles)).toBeGreaterThan(1);
    root.unmount();
  });

  it('is rendered at once if it is known when it is asked for, also by a screen that had none to another question', () => {
    const source = {};
    const rendered: (string | undefined)[] = [];
    const never = () => () => {};
    const asked = (answer?: string) => fromMemory(() => answer, never);
    const Answer = ({ question, known }: { question: string; known?: string }) => {
      rendered.push(useAnswer(source, question, asked(known)));
      return null;
    };
    const { rerender } = render(<Answer question="unknown" />);
    rendered.length = 0;
    rerender(<Answer question="known" known="It" />);
    expect(rendered[0]).toBe('It');
  });
});

describe('a screen that React keeps, hides and shows again', () => {
  /** The screen, and after it another one that asks the same, if it is there. */
  function At({ kept, other = false }: { kept: 'visible' | 'hidden'; other?: boolean }) {
    return (
      <OnEngine mirror={mirror}>
        <Activity mode={kept}>
          <Titles query={every} />
        </Activity>
        {other && <Titles query={every} />}
      </OnEngine>
    );
  }
  /** What is in view, of one screen after the other. */
  const inView = () =>
    [...document.querySelectorAll<HTMLElement>('p')]
      .filter(({ style }) => style.display !== 'none')
      .map(({ textContent }) => textContent);

  it('shows what has changed meanwhile', async () => {
    const { rerender } = render(<At kept="visible" />);
    await screen.findByText('Evals');
    rerender(<At kept="hidden" />);
    await applyCatchUp(database, filling(['Evals', 'Chunks'], full), 2);
    await act(async () => rerender(<At kept="visible" />));
    await waitFor(() => expect(inView().sort()).toEqual(['Chunks', 'Evals']));
    await applyCatchUp(database, filling(['Tokens'], full), 3);
    await waitFor(() => expect(inView()).toEqual(['Tokens']));
  });

  it('has an answer, though it was hidden before there was one', async () => {
    const { rerender } = render(<At kept="visible" />);
    rerender(<At kept="hidden" />);
    rerender(<At kept="visible" />);
    await waitFor(() => expect(inView()).toEqual(['Evals']));
  });

  it('has an answer, though another screen asked the same meanwhile', async () => {
    const { rerender } = render(<At kept="visible" />);
    rerender(<At kept="hidden" />);
    rerender(<At kept="hidden" other />);
    rerender(<At kept="visible" other />);
    await waitFor(() => expect(inView()).toEqual(['Evals', 'Evals']));
    await applyCatchUp(database, filling(['Chunks'], full), 2);
    await waitFor(() => expect(inView()).toEqual(['Chunks', 'Chunks']));
  });
});

it('screens that ask the same share one reading', async () => {
  const storage = countStorage();
  database = newDatabase();
  mirror = openMirror(database);
  await applyCatchUp(database, filling(['Evals']), 1);
  storage.reset();
  render(
    <OnEngine mirror={mirror}>
      <Titles query={every} />
      <Titles query={list(learnings)} />
    </OnEngine>,
  );
  await waitFor(() => expect(screen.getAllByText('Evals')).toHaveLength(2));
  vi.restoreAllMocks();
  expect(storage.begun).toHaveLength(1);
});

it('a question without an answer yet has the same content in each render', () => {
  const silent: Mirror = { ...mirror, peek: () => undefined };
  const seen = new Set<object>();
  function Watcher() {
    seen.add(useContent(every));
    const [renders, setRenders] = useState(1);
    useEffect(() => setRenders((count) => Math.min(count + 1, 3)));
    return <p>{renders}</p>;
  }
  render(
    <OnEngine mirror={silent}>
      <Watcher />
    </OnEngine>,
  );
  expect(screen.getByText('3')).toBeTruthy();
  expect(seen.size).toBe(1);
});
