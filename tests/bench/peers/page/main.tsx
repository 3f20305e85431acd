import { Fragment, useEffect, useLayoutEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { start } from '#contestant';
import type { BenchPage } from '../bench-page.ts';
import type { Snapshot } from './contestant.ts';

/**
 * The page of every contestant: the titles of the newest rows. It takes each time itself, when React has committed a list
 * to the DOM; the paint that follows would add up to one frame for everyone.
 */

/** How many rows the page shows. */
const SHOWN = 50;

declare const instruments: {
  readonly transactions: { readonly: number; readwrite: number };
  readonly longTasks: readonly { at: number; ms: number }[];
  setOnline(value: boolean): void;
};

interface Commit {
  readonly at: number;
  readonly snapshot: Snapshot;
}

const commits: Commit[] = [];
const waiting = new Set<(commit: Commit) => void>();

/** When the page first showed this, in one of its commits or in those to come. */
function shown(test: (snapshot: Snapshot) => boolean, since = 0): Promise<number> {
  const commit = commits.slice(since).find(({ snapshot }) => test(snapshot));
  if (commit !== undefined) return Promise.resolve(commit.at);
  return new Promise((resolve) => {
    waiting.add(function check({ at, snapshot }) {
      if (!test(snapshot)) return;
      waiting.delete(check);
      resolve(at);
    });
  });
}

const parameters = new URLSearchParams(location.search);
/** How many rows the server has. */
const count = Number(parameters.get('rows'));
const list = await start({
  url: parameters.get('url') ?? '',
  key: parameters.get('key') ?? '',
});

let showList = (_: boolean): void => {};
let told = { readonly: 0, readwrite: 0 };

const hasRows = ({ newest }: Snapshot) => newest.length === Math.min(SHOWN, count);
const isTitled = (id: string, title: string) => (snapshot: Snapshot) =>
  snapshot.newest.some((row) => row.id === id && row.title === title);

const everything = shown((it) => it.isComplete && hasRows(it));
// Asked for at once, not when the command asks: a question from outside takes its time.
const onDisk = everything.then(async (at) => {
  if (list.durable === undefined) return null;
  return Math.max(at, await list.durable());
});

const bench: BenchPage = {
  firstRows: () => shown(hasRows),
  everything: () => everything,
  onDisk: () => onDisk,
  async settle() {
    await list.durable?.();
  },
  count: async () => list.count(),
  async back() {
    showList(false);
    // The list is gone, and the page has painted without it.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)));
    const since = commits.length;
    const began = performance.now();
    showList(true);
    return (await shown(hasRows, since)) - began;
  },
  async pull(id, title) {
    const isNew = !commits.some(({ snapshot }) => isTitled(id, title)(snapshot));
    if (!isNew) return null;
    const began = performance.now();
    const [at] = await Promise.all([shown(isTitled(id, title), commits.length), list.pull()]);
    return at - began;
  },
  async edit(id, title) {
    const began = performance.now();
    const changed = list.setTitle(id, title);
    const [at] = await Promise.all([shown(isTitled(id, title), commits.length), changed]);
    return at - began;
  },
  async queue(ids, title) {
    for (const id of ids) await list.setTitle(id, title);
    await shown(({ newest }) => newest[0]?.title === title);
    await list.durable?.();
  },
  async signIn(email, password) {
    await list.signIn?.(email, password);
  },
  longestTask(until) {
    const tasks = instruments.longTasks.filter(({ at }) => at < until);
    return tasks.length === 0 ? null : Math.max(...tasks.map(({ ms }) => ms));
  },
  scripts: (until) =>
    performance
      .getEntriesByType('resource')
      .filter(({ name, startTime }) => /\.js$/.test(name) && startTime < (until ?? Infinity))
      .map(({ name }) => new URL(name).pathname),
  transactions() {
    const { readonly, readwrite } = instruments.transactions;
    const since = { readonly: readonly - told.readonly, readwrite: readwrite - told.readwrite };
    told = { readonly, readwrite };
    return since;
  },
  setOnline: (value) => instruments.setOnline(value),
};
globalThis.bench = bench;

function Page() {
  const [isShown, setShown] = useState(true);
  useEffect(() => {
    showList = setShown;
  }, []);
  return isShown ? <TitleList /> : <p>Another page</p>;
}

function TitleList() {
  const snapshot = list.useSnapshot();
  useLayoutEffect(() => {
    const commit = { at: performance.now(), snapshot };
    commits.push(commit);
    for (const check of [...waiting]) check(commit);
  }, [snapshot]);
  return (
    <>
      <h1>{snapshot.isComplete ? 'Everything is here' : 'Loading'}</h1>
      <ol>
        {snapshot.newest.map((row) => (
          <li key={row.id}>{row.title}</li>
        ))}
      </ol>
    </>
  );
}

const Provider = list.Provider ?? Fragment;
const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <Provider>
      <Page />
    </Provider>,
  );
}
