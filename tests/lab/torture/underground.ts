import { expect as anyExpect, type BrowserContext, type Page } from '@playwright/test';
import { learningSlug } from '../../../src/content/addresses.ts';
import { pictureFilesIn, withoutCard } from '../../../src/lib/site-picture.ts';
import {
  addItem,
  addPictured,
  addTask,
  changeItem,
  deleteItem,
  type FormOf,
  forms,
  newTab,
  signIn,
} from '../../support/admin-at-work.ts';
import type { Embedded } from '../../support/embedded.ts';
import type { FaultProxy } from '../fault-proxy.ts';
import type { KillableBrowser } from '../killable-browser.ts';
import { randomFrom } from './random.ts';

/**
 * An admin's day underground in a real browser: edits of every kind, tabs opened and closed, a network with every
 * fault, and a browser that is killed at random moments. Everything that the screen has confirmed is there after every
 * restart, and in the end on the server, once.
 */
export interface Day {
  readonly embedded: Embedded;
  readonly network: FaultProxy;
  readonly phone: KillableBrowser;
  readonly kills: number;
  readonly seed: number;
  readonly tell?: (line: string) => void;
}

export interface DayTold {
  /** Edits that the screen had confirmed, and those that were being made when the browser was killed. */
  readonly confirmed: number;
  readonly interrupted: number;
  /** Files of pictures that the texts name that are there in the end. */
  readonly pictures: number;
  readonly kills: number;
  readonly counts: Readonly<Record<string, number>>;
}

/** What the screens have confirmed about one item, or what the device had after it was killed in the middle of an edit. */
interface Item {
  readonly kind: FormOf | 'tasks';
  title: string;
  /** Titles that it must no longer have. */
  readonly former: string[];
  isGone: boolean;
  /** The title by which an edit is making it known; null for a deletion, undefined between edits. */
  becoming: string | null | undefined;
  /** The names of the files that its text needs. */
  files: readonly string[];
}

/** A row as screens show it. */
interface Shown {
  readonly title: string;
  readonly content: string;
  readonly slug: string | null;
}

/** How fast a busy machine is, is nothing to be tested. */
const expect = anyExpect.configure({ timeout: 60_000 });

/** ms from the beginning of an edit until the browser is killed, at most. */
const LIFE_MS = 2_500;
const EDITS_A_LIFE = 4;
/** How many of the new items are texts with pictures. */
const PICTURED = 0.5;
const PICTURES_A_TEXT = 3;
/** px */
const WIDTH = 800;
/** ms in which the outbox has to empty when the network is fine: the longest back-off, and a few exchanges. */
const HOME_MS = 120_000;

const titleColumn: Readonly<Record<Item['kind'], string>> = {
  commentaries: 'title',
  projects: 'title',
  current_listening: 'title',
  resources: 'title',
  ai_tools: 'name',
  learnings: 'title',
  tasks: 'content',
};

/** @throws a confirmed edit that is missing */
export async function dayUnderground(day: Day): Promise<DayTold> {
  const { embedded, network, phone, kills, tell = () => {} } = day;
  const random = randomFrom(day.seed);
  const pick = <T>(of: readonly T[]): T | undefined => of[Math.floor(random() * of.length)];
  const items: Item[] = [];
  let confirmed = 0;
  let interrupted = 0;
  let made = 0;

  let context = await phone.start();
  await prepare(context, day);
  for (let life = 0; life < kills; life += 1) {
    network.fault = pick(['reset', 'any', 'any', 'none'] as const) ?? 'any';
    let page = await newTab(context);
    await page.goto(`${network.url}/admin`);
    await expect(page.getByRole('tab', { name: 'Commentaries' })).toBeVisible();
    const edits = Math.floor(random() * EDITS_A_LIFE);
    for (let i = 0; i < edits; i += 1) {
      if (random() < 0.2) {
        page = await newTab(context);
      }
      await edit(page);
      confirmed += 1;
    }
    // The last edit of this life; the browser is killed somewhere in it.
    let isKilled = false;
    const ending = new Promise<void>((resolve) =>
      setTimeout(() => {
        isKilled = true;
        void phone.kill().then(resolve);
      }, random() * LIFE_MS),
    );
    try {
      await edit(page);
      confirmed += 1;
    } catch (error) {
      if (!isKilled) throw error;
      interrupted += 1;
    }
    await ending;
    // Nothing leaves the device while it is looked at: what it shows then is its own.
    network.fault = 'reset';
    context = await phone.start();
    await everythingIsThere(await newTab(context), day, items);
    if ((life + 1) % 5 === 0)
      tell(
        `killed ${life + 1} of ${kills} times, ${confirmed} edits confirmed, ${neededFiles(items).length} files of pictures needed`,
      );
  }

  network.fault = 'none';
  const home = await newTab(context);
  await comeHome(home, day);
  await serverHas(embedded, items);
  await serverHasFiles(home, embedded, items);
  await sameElsewhere(context, day);
  return {
    confirmed,
    interrupted,
    pictures: neededFiles(items).length,
    kills,
    counts: network.counts,
  };

  function anyColour(): string {
    return `#${Math.floor(random() * 2 ** 24)
      .toString(16)
      .padStart(6, '0')}`;
  }

  /** One edit by hand; resolves when the screen has confirmed it. */
  async function edit(page: Page): Promise<void> {
    const known = items.filter(({ isGone, kind }) => !isGone && kind !== 'tasks');
    const item = random() < 0.4 ? pick(known) : undefined;
    made += 1;
    const title = `Underground ${day.seed}-${made}`;
    if (item === undefined) {
      const kind = pick([...(Object.keys(forms) as FormOf[]), 'tasks' as const]) ?? 'tasks';
      const isPictured = random() < PICTURED;
      const added: Item = {
        kind: isPictured ? 'learnings' : kind,
        title,
        former: [],
        // Until it is stored: an edit that was interrupted before that has made nothing.
        isGone: true,
        becoming: title,
        files: [],
      };
      items.push(added);
      if (isPictured) {
        const colours = Array.from({ length: PICTURES_A_TEXT }, anyColour);
        added.files = pictureFilesIn(await addPictured(page, network.url, title, colours));
      } else if (kind === 'tasks') await addTask(page, network.url, title);
      else await addItem(page, network.url, kind, title);
      became(added);
      await untilStored(page, added);
      return;
    }
    const kind = item.kind as FormOf;
    if (random() < 0.3) {
      item.becoming = null;
      await deleteItem(page, network.url, kind, item.title);
    } else {
      item.becoming = title;
      await changeItem(page, network.url, kind, item.title, title);
    }
    became(item);
    await untilStored(page, item);
  }
}

/** The edit of it is stored. */
function became(item: Item): void {
  const { becoming } = item;
  item.becoming = undefined;
  item.isGone = becoming === null;
  if (typeof becoming !== 'string' || becoming === item.title) return;
  item.former.push(item.title);
  item.title = becoming;
}

/** An edit that was interrupted is stored, or it is not; from then on it stays so. */
function settle(item: Item, shown: readonly Shown[]): void {
  const of = (title: string) => shown.find((it) => it.title === title);
  const { becoming } = item;
  const isStored =
    becoming === null ? of(item.title) === undefined : of(becoming ?? '') !== undefined;
  if (isStored) became(item);
  item.becoming = undefined;
  item.files = pictureFilesIn(of(item.title)?.content ?? '');
}

/** Above ground: signs in, and loads everything that an admin needs below. */
async function prepare(context: BrowserContext, { embedded, network }: Day): Promise<void> {
  const page = await newTab(context);
  await signIn(page, network.url, embedded);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.goto(`${network.url}/projects/ask-my-notes`);
  await expect(page.getByPlaceholder('Enter a new task...')).toBeVisible();
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const kept = await caches.open('fieldnotes-admin-parts');
        return (await kept.keys()).filter(({ url }) => /dashboard|editing-board/.test(url)).length;
      }),
    )
    .toBe(2);
}

/** A list shows an edit before it is on the disk; its form says that it was saved only after. */
async function untilStored(page: Page, { kind, title, isGone }: Item): Promise<void> {
  const isThere = async () => (await shownOn(page, kind)).some((it) => it.title === title);
  await expect.poll(isThere).toBe(!isGone);
}

/** What screens show, by the device's disk: the server's rows, with the edits that wait on top. */
async function shownOn(page: Page, kind: Item['kind']): Promise<Shown[]> {
  return page.evaluate(
    ({ kind, column }) =>
      new Promise<Shown[]>((resolve, reject) => {
        const opening = indexedDB.open('fieldnotes');
        // A new device has none yet. It is the app's to make, and would be waited for in vain if it were made here.
        opening.onupgradeneeded = () => {
          opening.transaction?.abort();
          resolve([]);
        };
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction(['pages', 'outbox']);
          const pages = reading.objectStore('pages').getAll();
          const waiting = reading.objectStore('outbox').getAll();
          reading.oncomplete = () => {
            opening.result.close();
            const shown = new Map<string, Record<string, string>>();
            for (const { table, rows } of pages.result)
              if (table === kind) for (const { id, row } of rows) shown.set(id, row);
            for (const { changes } of waiting.result)
              for (const { op, table, id, values } of changes) {
                if (table !== kind) continue;
                if (op === 'delete') shown.delete(id);
                else if (op === 'insert' || shown.has(id))
                  shown.set(id, { ...shown.get(id), ...values });
              }
            resolve(
              [...shown.values()].map((row) => ({
                title: String(row[column]),
                content: row.content ?? '',
                slug: row.slug ?? null,
              })),
            );
          };
        };
      }),
    { kind, column: titleColumn[kind] },
  );
}

async function everythingIsThere(
  page: Page,
  { embedded, network: { url } }: Day,
  items: readonly Item[],
): Promise<void> {
  await page.goto(`${url}/admin`);
  await expect(page.getByRole('tab', { name: 'Commentaries' })).toBeVisible();
  const pictured: Shown[] = [];
  for (const kind of new Set(items.map((item) => item.kind))) {
    const shown = await shownOn(page, kind);
    for (const item of items.filter((one) => one.kind === kind)) {
      if (item.becoming !== undefined) settle(item, shown);
      const { title, former, isGone, files } = item;
      const found = shown.filter((one) => one.title === title);
      if (found.length !== (isGone ? 0 : 1))
        throw new Error(`${kind} '${title}' is there ${found.length} times`);
      const old = former.find((one) => shown.some((it) => it.title === one));
      if (old !== undefined) throw new Error(`${kind} '${title}' is still called '${old}'`);
      const [row] = found;
      if (row === undefined || files.length === 0) continue;
      const named = pictureFilesIn(row.content);
      const lost = files.find((file) => !named.includes(file));
      if (lost !== undefined) throw new Error(`the text of '${title}' no longer names ${lost}`);
      pictured.push(row);
    }
  }
  // On the device until they are on the server: in this order, or one that is sent meanwhile would be nowhere.
  const here = await filesOn(page);
  const there = await filesAt(embedded);
  for (const { title, file } of neededFiles(items)) {
    if (here.includes(file) || there.includes(file)) continue;
    throw new Error(`${file} of '${title}' is lost`);
  }
  const last = pictured.at(-1);
  if (last === undefined || !pictureFilesIn(last.content).every((it) => here.includes(it))) return;
  await page.goto(`${url}/learnings/${last.slug ?? learningSlug(last.title)}`);
  const pictures = page.getByRole('article').locator('img');
  const widths = () =>
    pictures.evaluateAll((all: HTMLImageElement[]) => {
      for (const it of all) it.scrollIntoView();
      return all.map(({ naturalWidth }) => naturalWidth);
    });
  const named = pictureFilesIn(last.content).filter((it) => withoutCard(it) === it);
  await expect.poll(widths).toEqual(named.map(() => WIDTH));
}

function neededFiles(items: readonly Item[]): { title: string; file: string }[] {
  const needing = items.filter(({ isGone }) => !isGone);
  return needing.flatMap(({ title, files }) => files.map((file) => ({ title, file })));
}

/** The names of the files that the device has. */
function filesOn(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('fieldnotes');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('files');
          const names = transaction.objectStore('files').getAllKeys();
          transaction.oncomplete = () => {
            opening.result.close();
            resolve(names.result.map(String));
          };
        };
      }),
  );
}

async function filesAt({ sql }: Embedded): Promise<string[]> {
  const stored = await sql(`select bucket_id || '/' || name as file from storage.objects`);
  return stored.map(({ file }) => String(file));
}

/** Each once, and none of them is left on the device. */
async function serverHasFiles(page: Page, embedded: Embedded, items: readonly Item[]) {
  const there = await filesAt(embedded);
  const here = await filesOn(page);
  for (const { title, file } of neededFiles(items)) {
    const found = there.filter((one) => one === file).length;
    if (found !== 1) throw new Error(`the server has ${file} of '${title}' ${found} times`);
    if (here.includes(file)) throw new Error(`${file} of '${title}' is still on the device`);
  }
}

/**
 * Makes the network fine, and waits until the outbox is empty. Signs in again if a lost refresh made that necessary.
 */
async function comeHome(page: Page, { embedded, network }: Day): Promise<void> {
  await page.goto(`${network.url}/admin`);
  const left = async () => {
    if (await page.getByLabel('Password').isVisible()) await signIn(page, network.url, embedded);
    return page.evaluate(
      () =>
        new Promise<string>((resolve, reject) => {
          const opening = indexedDB.open('fieldnotes');
          opening.onerror = () => reject(opening.error);
          opening.onsuccess = () => {
            const transaction = opening.result.transaction(['outbox', 'rejected']);
            const counts = ['outbox', 'rejected'].map((it) => transaction.objectStore(it).count());
            transaction.oncomplete = () => {
              opening.result.close();
              resolve(counts.map(({ result }) => result).join(' '));
            };
          };
        }),
    );
  };
  await expect.poll(left, { timeout: HOME_MS }).toBe('0 0');
}

async function serverHas(embedded: Embedded, items: readonly Item[]): Promise<void> {
  for (const { kind, title, former, isGone } of items) {
    const count = async (of: string) => {
      const [row] = await embedded.sql(
        `select count(*)::int as n from ${kind} where ${titleColumn[kind]} = '${of}'`,
      );
      return Number(row?.n);
    };
    const found = await count(title);
    const wanted = isGone ? 0 : 1;
    if (found !== wanted) {
      throw new Error(`the server has ${kind} '${title}' ${found} times, not ${wanted}`);
    }
    for (const one of former) {
      if ((await count(one)) > 0) throw new Error(`the server still has '${one}'`);
    }
  }
}

/** A new device gets the same content as this one. */
async function sameElsewhere(context: BrowserContext, { network }: Day): Promise<void> {
  const mine = await newTab(context);
  await mine.goto(`${network.url}/admin`);
  const other = await context.browser()?.newContext();
  if (other === undefined) throw new Error('the browser has gone');
  const theirs = await other.newPage();
  await theirs.goto(network.url);
  for (const kind of Object.keys(titleColumn) as Item['kind'][]) {
    const titlesOn = async (page: Page) => (await shownOn(page, kind)).map((it) => it.title).sort();
    await expect.poll(() => titlesOn(theirs)).toEqual(await titlesOn(mine));
  }
  await other.close();
}
