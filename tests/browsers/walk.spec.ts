import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sitePages } from '../e2e/site-pages.ts';
import { startFaultProxy } from '../lab/fault-proxy.ts';
import { asOlder, deployAnotherBuild, deploySecond } from '../support/deploy.ts';
import { startEmbedded } from '../support/embedded.ts';
import { code, everyConstruct, title } from '../support/every-construct.ts';
import { expect, siteDir, test } from './fixtures.ts';
import { signIn, untilKept } from './owner.ts';
import type { Visitor } from './visitor.ts';

/**
 * The parts that have to work in every engine: reading without a server, editing without one, two windows, an update,
 * the board.
 */

const heading = 'h1';

test('O1 L2: every public page is read, and read again from the device when the server has gone', async ({
  visitor,
  embedded,
}) => {
  await visitor.load(embedded.url);
  await untilKept(visitor);
  for (const { path, shows } of sitePages) {
    await visitor.load(`${embedded.url}${path}`);
    await visitor.see(shows);
  }
  await embedded.down();
  for (const { path, shows } of sitePages) {
    await visitor.load(`${embedded.url}${path}`);
    await visitor.see(shows);
  }
  await visitor.load(`${embedded.url}/projects`);
  await visitor.see('Ask My Notes');
  await visitor.reload();
  await visitor.see('Ask My Notes');
});

/** In the page: the words of its headings, links and buttons that stand on more than one line. Long ones may have to. */
async function brokenWords(): Promise<string[]> {
  await document.fonts.ready;
  const LONG = 16;
  const broken: string[] = [];
  for (const element of document.querySelectorAll('h1, h2, h3, a, button')) {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      for (const { 0: word, index } of (text.textContent ?? '').matchAll(/[\p{L}\p{N}]+/gu)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
        const isBroken = new Set(lines.map(({ top }) => Math.round(top))).size > 1;
        if (isBroken && word.length <= LONG) broken.push(`${location.pathname}: ${word}`);
      }
    }
  }
  return broken;
}

test('LOOK-13: no word of the brand, a heading, a link or a button is broken, on any public page', {
  tag: '@apart',
}, async ({ visitor, embedded }) => {
  for (const { path, shows } of sitePages) {
    await visitor.load(`${embedded.url}${path}`);
    await visitor.see(shows);
    expect(await visitor.window.evaluate(brokenWords)).toEqual([]);
  }
});

/** A tab of the dashboard, a form in it, the label of its first field, and the other fields to fill in. */
const forms = [
  ['Commentaries', 'commentary', 'Title', { Content: 'Written in one.' }, 'commentaries', 'title'],
  ['Projects', 'project', 'Title', { Description: 'Below ground.' }, 'projects', 'title'],
  ['Music', 'track', 'Title', { Artist: 'Miners' }, 'current_listening', 'title'],
  ['Resources', 'resource', 'Title', { Description: 'On digging.' }, 'resources', 'title'],
  [
    'AI Tools',
    'AI tool',
    'Name',
    { Tag: 'tunnel', Hyperlink: 'https://digger.example' },
    'ai_tools',
    'name',
  ],
  ['AI Tools', 'friend', 'Name', {}, 'friends', 'name'],
  ['Learnings', 'learning', 'Title', { Description: 'Below ground.' }, 'learnings', 'title'],
] as const;

/** In the page: an edit shows before it is on the disk, and then its form no longer has it. */
const isEmptied = (text: string) =>
  [...document.querySelectorAll('input')].every(({ value }) => value !== text);

test('E4 E5: an edit of each kind without a server shows in both windows, outlives a reload, and arrives once', async ({
  visitor,
  openAnother,
  embedded,
}) => {
  const { url, backend } = embedded;
  await visitor.load(url);
  await untilKept(visitor);
  await signIn(visitor, url, backend.demoAdmin);
  // The worker keeps what an admin needs when it was needed once.
  await visitor.load(`${url}/projects/ask-my-notes`);
  await visitor.find({ css: 'input', name: 'New task' });
  const other = await openAnother();
  await other.load(`${url}/learnings`);
  await other.see('Evals before prompts');

  await embedded.down();
  await visitor.fill({ css: 'input', name: 'New task' }, 'Tunnel task');
  await visitor.click({ css: 'button', name: 'Add Task' });
  await visitor.see('Tunnel task');
  // It shows before it is on the disk.
  await visitor.see('New task has been added successfully', 'body');
  await visitor.load(`${url}/admin`);
  for (const [tab, noun, first, more] of forms) {
    await visitor.click({ css: '[role=tab]', name: tab });
    const within = `New ${noun}`;
    await visitor.fill({ css: 'input', name: first, within }, `Tunnel ${noun}`);
    for (const [name, text] of Object.entries(more))
      await visitor.fill({ css: 'input, textarea', name, within }, text);
    await visitor.click({ css: 'button[type=submit]', within });
    await visitor.see(`Tunnel ${noun}`);
    await visitor.until('an emptied form', isEmptied, `Tunnel ${noun}`);
  }
  // A change on the server.
  await visitor.click({ css: '[role=tab]', name: 'AI Tools' });
  await visitor.click({ css: 'button', name: 'Edit Ollama' });
  await visitor.fill({ css: 'input', name: 'Name', within: 'Edit AI tool' }, 'Ollama below');
  await visitor.click({ css: 'button[type=submit]', within: 'Edit AI tool' });
  await visitor.see('Ollama below');
  await visitor.until('an emptied form', isEmptied, 'Ollama below');

  // What can be done with the edits before signing out stands in one row, also in wider letters.
  await visitor.click({ css: 'main button', name: 'Sign Out' });
  await visitor.find({ css: 'dialog button', name: 'Cancel' });
  const rows = () => {
    const buttons = [...document.querySelectorAll('dialog[open] .flex > button')];
    return new Set(buttons.map((it) => it.getBoundingClientRect().top)).size;
  };
  expect(await visitor.window.evaluate(rows)).toBe(1);
  await visitor.click({ css: 'dialog button', name: 'Cancel' });

  await other.see('Tunnel learning');
  await other.reload();
  await other.see('Tunnel learning');
  for (const [path, text] of [
    ['/chatter', 'Tunnel commentary'],
    ['/projects', 'Tunnel project'],
    ['/resources', 'Tunnel resource'],
    ['/friends', 'Tunnel AI tool'],
    ['/friends', 'Ollama below'],
    ['/projects/ask-my-notes', 'Tunnel task'],
  ] as const) {
    await visitor.load(`${url}${path}`);
    await visitor.see(text);
  }

  await embedded.up();
  await visitor.reload();
  const arrived = async () => {
    const counts: Record<string, unknown> = {};
    for (const [, noun, , , table, column] of forms) {
      const [row] = await embedded.sql(
        `select count(*)::int as n from ${table} where ${column} = 'Tunnel ${noun}'`,
      );
      counts[noun] = row?.n;
    }
    const [task] = await embedded.sql(
      "select count(*)::int as n from tasks where content = 'Tunnel task'",
    );
    const [tool] = await embedded.sql(
      "select count(*)::int as n from ai_tools where name = 'Ollama below'",
    );
    return { ...counts, task: task?.n, tool: tool?.n };
  };
  const once = Object.fromEntries(forms.map(([, noun]) => [noun, 1]));
  await expect.poll(arrived).toEqual({ ...once, task: 1, tool: 1 });
  // Nothing is sent again.
  await visitor.seeNo('waiting');
  expect(await arrived()).toEqual({ ...once, task: 1, tool: 1 });
});

test('E15: of two deletes one is taken back with Undo and the other let go: the server has lost exactly that one', {
  tag: '@apart',
}, async ({ visitor, embedded }) => {
  const { url, backend } = embedded;
  const titles = async () =>
    (await embedded.sql('select title from resources')).map(({ title }) => String(title));
  const before = await titles();
  const [kept = '', gone = ''] = before;
  await signIn(visitor, url, backend.demoAdmin);
  await visitor.click({ css: '[role=tab]', name: 'Resources' });
  await visitor.click({ css: 'button', name: `Delete ${kept}` });
  await visitor.click({ css: 'button', name: `Undo deletion of ${kept}` });
  await visitor.find({ css: 'button', name: `Delete ${kept}` });

  // Deletes are sent in the order in which they were made: the first one would arrive before the second.
  await visitor.click({ css: 'button', name: `Delete ${gone}` });
  await visitor.find({ css: 'button', name: `Undo deletion of ${gone}` });
  const left = before.filter((title) => title !== gone);
  await expect.poll(titles).not.toContain(gone);
  expect((await titles()).sort()).toEqual(left.sort());
  await visitor.seeNo(gone);
  await visitor.load(`${url}/resources`);
  await visitor.see(kept);
  await visitor.seeNo(gone);
});

test('U1 U2: a second version is announced in both windows, taken in the one where it is asked for', {
  tag: '@apart',
}, async ({ visitor, openAnother }) => {
  const folder = mkdtempSync(join(tmpdir(), 'fieldnotes-site-'));
  cpSync(siteDir, folder, { recursive: true });
  const deployed = await startEmbedded({ siteDir: folder });
  const isSecond = () => document.querySelector('meta[name=version]') !== null;
  await visitor.load(deployed.url);
  await untilKept(visitor);
  const other = await openAnother();
  await other.load(`${deployed.url}/projects`);
  await other.see('Ask My Notes');

  deploySecond(folder);
  await visitor.window.evaluate(
    async () => void (await (await navigator.serviceWorker.getRegistration())?.update()),
  );
  const bar = 'There’s a newer version of this site.';
  await visitor.see(bar, 'body');
  await other.see(bar, 'body');
  await visitor.click({ css: 'button', name: 'Update' });
  await visitor.until('the second version', isSecond);
  await visitor.see('Ask My Notes');
  await other.see('This tab still shows the old version.', 'body');
  expect(await other.window.evaluate(isSecond)).toBe(false);
  await other.click({ css: 'button', name: 'Reload' });
  await other.until('the second version', isSecond);
  await other.see('Ask My Notes');
  await deployed.stop();
  rmSync(folder, { recursive: true });
});

test('Y37: an old and a new version in two windows, with edits made in both while the API is away: each arrives once, and either is reloaded', {
  tag: '@apart',
}, async ({ visitor, openAnother }) => {
  const folder = mkdtempSync(join(tmpdir(), 'fieldnotes-site-'));
  cpSync(siteDir, folder, { recursive: true });
  const restore = asOlder(folder);
  const deployed = await startEmbedded({ siteDir: folder });
  const front = await startFaultProxy(deployed.url, { live: false });
  const { url } = front;
  const add = async (window: Visitor, title: string) => {
    const within = 'New commentary';
    await window.click({ css: '[role=tab]', name: 'Commentaries' });
    await window.fill({ css: 'input', name: 'Title', within }, title);
    await window.fill({ css: 'textarea', name: 'Content', within }, 'Below ground.');
    await window.click({ css: 'button[type=submit]', within });
    await window.see(title);
    await window.until('an emptied form', isEmptied, title);
  };
  const isSecond = () => document.querySelector('meta[name=version]') !== null;

  await visitor.load(url);
  await untilKept(visitor);
  await signIn(visitor, url, deployed.backend.demoAdmin);
  front.fault = 'reset';
  await add(visitor, 'From the old one');

  restore();
  deployAnotherBuild(folder);
  const next = await openAnother();
  await next.load(`${url}/chatter`);
  await next.see('From the old one');
  await next.window.evaluate(
    async () => void (await (await navigator.serviceWorker.getRegistration())?.update()),
  );
  await next.click({ css: 'button', name: 'Update' });
  await next.until('the second version', isSecond);
  await next.see('From the old one');
  await next.load(`${url}/admin`);
  await add(next, 'From the new one');

  // Its device is newer than itself now: it shows what is there, and keeps on editing.
  await visitor.see('This tab still shows the old version.', 'body');
  expect(await visitor.window.evaluate(isSecond)).toBe(false);
  await visitor.see('From the new one');
  await add(visitor, 'From the old one again');
  await next.see('From the old one again');
  await next.reload();
  await next.see('From the old one again');

  front.fault = 'none';
  const titles = ['From the new one', 'From the old one', 'From the old one again'];
  const arrived = () =>
    deployed.sql("select title from commentaries where title like 'From the %' order by title");
  await expect.poll(arrived).toEqual(titles.map((title) => ({ title })));
  await visitor.click({ css: 'button', name: 'Reload' });
  await visitor.until('the second version', isSecond);
  for (const title of titles) await visitor.see(title);
  for (const window of [visitor, next]) await window.seeNo('waiting');
  expect(await arrived()).toEqual(titles.map((title) => ({ title })));
  await front.stop();
  await deployed.stop();
  rmSync(folder, { recursive: true });
});

test('A4 A5: a task is moved on the board by keys alone, with its grip and with its menu', {
  tag: '@apart',
}, async ({ visitor, embedded }) => {
  const { url, backend } = embedded;
  await signIn(visitor, url, backend.demoAdmin);
  await visitor.load(`${url}/projects/fieldnotes`);
  const task = 'RSS feed for learnings';
  const statusOf = async () =>
    (await embedded.sql(`select status from tasks where content = '${task}'`))[0]?.status;
  expect(await statusOf()).toBe('todo');

  const grip = { css: 'button', name: `Drag “${task}”` };
  await visitor.focus(grip);
  await visitor.press(' ', 'ArrowRight');
  await visitor.see('In Progress, ', '[role=status]');
  await visitor.press('Escape');
  await visitor.until(
    'the end of the move',
    () => document.querySelector('li[aria-hidden]') === null,
  );
  expect(await statusOf()).toBe('todo');
  await visitor.focus(grip);
  await visitor.press(' ', 'ArrowRight');
  await visitor.until(
    'the place in the next column',
    () => document.querySelector('li[aria-hidden]') !== null,
  );
  await visitor.press(' ');
  await visitor.see(`Moved “${task}” to In Progress`, '[role=status]');
  await expect.poll(statusOf).toBe('in-progress');

  await visitor.focus({ css: 'button', name: `Move or edit “${task}”` });
  await visitor.press('Enter');
  await visitor.find({ css: '[role=menuitem]', name: 'Bottom of Done' });
  await visitor.press('ArrowUp', 'ArrowUp', 'ArrowUp');
  await visitor.until('the last place', () =>
    Boolean(document.activeElement?.textContent.includes('Bottom of Done')),
  );
  await visitor.press('Enter');
  await visitor.see(`Moved “${task}” to Done`, '[role=status]');
  await expect.poll(statusOf).toBe('done');
});

test('A9 LEARNING-2: of a learning with each construct only code and tables scroll, its code is whole and has colours, paper cuts nothing off, a picture is enlarged, and a name leads to its page', async ({
  visitor,
  embedded,
}) => {
  await embedded.sql(
    `insert into public.learnings (title, description, content) values ($1, 'All of it', $2)`,
    [title, everyConstruct],
  );
  await visitor.load(`${embedded.url}/learnings/marked`);
  await visitor.until(
    'colours and links by name',
    () =>
      document.querySelector('[data-token="keyword"]') !== null &&
      document.querySelector('main a[href="/projects/ask-my-notes"]') !== null,
  );
  const measured = () => {
    const { documentElement: root } = document;
    const tooWide = [...document.querySelectorAll('main .prose [role="group"]')]
      .filter((it) => it.scrollWidth > it.clientWidth + 1)
      .map((it) => it.getAttribute('aria-label'));
    return { sideways: root.scrollWidth - root.clientWidth, tooWide };
  };
  const wide = ['Code, TypeScript', 'Code, jq', 'Table'];
  expect(await visitor.window.evaluate(measured)).toEqual({ sideways: 0, tooWide: wide });
  const sized = (size: string) => document.documentElement.style.setProperty('font-size', size);
  await visitor.window.evaluate(sized, '200%');
  expect(await visitor.window.evaluate(measured)).toEqual({ sideways: 0, tooWide: wide });
  await visitor.window.evaluate(sized, '');
  const shown = await visitor.window.evaluate(() => ({
    code: document.querySelector('main .prose pre code')?.textContent,
    isDone: [...document.querySelectorAll<HTMLInputElement>('main .prose input')].map(
      (it) => it.checked,
    ),
    contents: [...document.querySelectorAll('nav[aria-label="Contents"] a')].filter((it) =>
      it.checkVisibility(),
    ).length,
  }));
  expect(shown).toEqual({ code: `${code}\n`, isDone: [true, false, true], contents: 4 });

  await visitor.click({ css: 'button', name: 'Enlarge picture: Sample' });
  await visitor.see('Sample', 'dialog');
  await visitor.press('Escape');
  await visitor.until(
    'the end of the dialog',
    () => document.querySelector('dialog[open]') === null,
  );

  await visitor.window.evaluate(lookAsOnPaper);
  expect(await visitor.window.evaluate(measured)).toEqual({ sideways: 0, tooWide: [] });
  await visitor.reload();
  await visitor.click({ css: 'main a', name: 'other words' });
  await visitor.see('Ask My Notes', heading);
});

test.describe('on a device that prefers dark colours', () => {
  test.use({ device: { dark: true } });

  test('L1: pages are dark, and black on white on paper', { tag: '@apart' }, async ({
    visitor,
    embedded,
  }) => {
    await visitor.load(`${embedded.url}/resources`);
    await visitor.see('Added on');
    const looks = () => ({
      paper: getComputedStyle(document.documentElement).backgroundColor,
      ink: getComputedStyle(document.querySelector('h1') ?? document.body).color,
      seesSidebar: document.querySelector('aside')?.checkVisibility(),
    });
    const lightness = (colour: string) =>
      (colour.match(/[\d.]+/g) ?? []).slice(0, 3).reduce((sum, it) => sum + Number(it), 0) / 3;
    const onScreen = await visitor.window.evaluate(looks);
    expect(lightness(onScreen.paper)).toBeLessThan(60);
    expect(lightness(onScreen.ink)).toBeGreaterThan(200);
    expect(onScreen.seesSidebar).toBe(true);

    await visitor.window.evaluate(lookAsOnPaper);
    const onPaper = await visitor.window.evaluate(looks);
    expect(onPaper.paper).toBe('rgb(255, 255, 255)');
    expect(lightness(onPaper.ink)).toBeLessThan(60);
    expect(onPaper.seesSidebar).toBe(false);
  });
});

/** Runs in the page: applies the rules for print to the screen, because not every engine can be asked to print. */
function lookAsOnPaper(): void {
  const visit = (rules: CSSRuleList) => {
    for (const rule of rules) {
      if (rule instanceof CSSMediaRule && rule.media.mediaText === 'print')
        rule.media.mediaText = 'all';
      if ('cssRules' in rule) visit(rule.cssRules as CSSRuleList);
    }
  };
  for (const sheet of document.styleSheets) visit(sheet.cssRules);
}
