import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { pages } from '../../../src/app/pages.tsx';
import { useSearch } from '../../../src/features/search/search.tsx';
import { SearchButton } from '../../../src/features/search/search-button.tsx';
import { SearchDialog } from '../../../src/features/search/search-dialog.tsx';
import { site } from '../../../src/site.config.ts';
import { setServerRows } from '../../support/device.ts';
import type { Rows } from '../../support/memory-mirror.ts';
import { friendRow, learningRow, projectRow, taskRow, trackRow } from '../../support/rows.ts';
import {
  type Held,
  neverSynced,
  newDevice,
  show,
  synced,
  syncFailed,
} from '../../support/site.tsx';

const boat = projectRow({ title: 'A boat', description: 'It floats', slug: 'boat' });
const rows: Rows = {
  projects: [boat, projectRow({ title: 'A bicycle', description: 'Not a boat' })],
  tasks: [taskRow({ content: 'Caulk the seams', project_id: boat.id })],
  learnings: [learningRow({ title: 'How boats float', tags: ['physics'] })],
  friends: [friendRow({ name: 'Ada', role: 'Boatwright' })],
  current_listening: [trackRow({ title: 'Boat song', artist: 'The Oars' })],
};

// A clock that stands still: the index is not built in slices, however busy the machine is.
beforeEach(() => {
  vi.spyOn(performance, 'now').mockReturnValue(0);
});

/** Shows the visitor's address. */
function Where() {
  const { pathname, search } = useLocation();
  return <p data-testid="where">{pathname + search}</p>;
}

const where = () => screen.getByTestId('where').textContent;

function Site() {
  const search = useSearch(pages);
  return (
    <>
      <SearchButton onClick={search.open} />
      <input aria-label="Another field" />
      <Where />
      {search.dialog}
    </>
  );
}

/** The open dialog over a page that shows its address. */
function Opened() {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <Where />
      <SearchDialog pages={pages} open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

const open = (device: Held) => show(<Opened />, device, '/contact');

/** The open dialog on a device with a store. @param held what the server has sent so far */
async function openOn(held?: Rows) {
  const device = await newDevice(held === undefined ? {} : { rows: held });
  device.open('/contact', { screen: <Opened /> });
  return device;
}

const field = () => screen.getByRole('combobox');
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const options = () => screen.queryAllByRole('option');
const titles = () => options().map((option) => option.querySelector('p')?.textContent);
const activeTitle = () =>
  document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.querySelector('p')
    ?.textContent;
const press = (key: string, more: object = {}) => fireEvent.keyDown(field(), { key, ...more });

describe('the keys that open the search', () => {
  it('are Ctrl and K in a field too', async () => {
    show(<Site />, synced(rows));
    fireEvent.keyDown(screen.getByLabelText('Another field'), { key: 'K', ctrlKey: true });
    await waitFor(() => expect(screen.getByRole('dialog')).toBeTruthy());
    expect(field()).toBeTruthy();
  });

  it.each([
    ['a stroke that is typed into a field', 'Another field', { key: '/' }],
    ['a stroke with Ctrl', null, { key: '/', ctrlKey: true }],
    ['K alone', null, { key: 'k' }],
    ['Ctrl, Shift and K', null, { key: 'K', ctrlKey: true, shiftKey: true }],
    ['a stroke in a composition', null, { key: '/', isComposing: true }],
  ])('are not %s', async (_, label, key) => {
    show(<Site />, synced(rows));
    const target = label === null ? document.body : screen.getByLabelText(label);
    expect(fireEvent.keyDown(target, key)).toBe(true);
    await act(async () => {});
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('are without / on a device that has switched it off at the foot of the dialog', async () => {
    const { unmount } = show(<Site />, synced(rows));
    const keys = () => screen.getByRole('button').getAttribute('aria-keyshortcuts');
    const mark = () => within(screen.getByRole('button')).queryByText('/');
    expect(keys()).toBe('/ Control+K Meta+K');
    expect(mark()).not.toBeNull();
    fireEvent.keyDown(document.body, { key: '/' });
    fireEvent.click(await screen.findByRole('checkbox', { name: 'The / key opens the search' }));
    fireEvent.click(screen.getByRole('button', { name: 'Close search' }));
    await waitFor(() => expect(screen.queryByRole('checkbox')).toBeNull());
    expect(keys()).toBe('Control+K Meta+K');
    unmount();
    show(<Site />, synced(rows));
    expect(keys()).toBe('Control+K Meta+K');
    expect(mark()).toBeNull();
    expect(fireEvent.keyDown(document.body, { key: '/' })).toBe(true);
    await act(async () => {});
    expect(screen.queryByRole('dialog')).toBeNull();
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    expect(await screen.findByRole('checkbox', { checked: false })).toBeTruthy();
  });
});

describe('the search dialog', () => {
  it('offers the pages before anything is typed', () => {
    open(synced(rows));
    expect(titles()).toContain('Project Roadmap');
    expect(screen.getByRole('status').textContent).toBe('');
  });

  it('finds in every kind, under the title of each', () => {
    open(synced(rows));
    type('boat');
    const groups = screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'));
    expect(new Set(groups)).toEqual(new Set(['Projects', 'Learnings', 'Friends', 'Tracks']));
    const projects = within(screen.getByRole('group', { name: 'Projects' }));
    expect(projects.getAllByRole('option')).toHaveLength(2);
    expect(titles()[0]).toBe('A boat');
  });

  it.each([
    ['the owner', 'robin', 'Robin Fielding'],
    ['the role, and what the owner says of themselves', 'learning ai tinkerer', 'Robin Fielding'],
    ['the greeting', site.greeting, site.greeting],
    ['the introduction', site.introduction, site.greeting],
    ['the quote', site.quote.words, `“${site.quote.words}”`],
    ['who said it', site.quote.by, `“${site.quote.words}”`],
    ['a link', 'github', 'GitHub'],
    ['a link’s address', 'www.linkedin.com', 'LinkedIn'],
    ['the address of the mail', site.contactCard.email, 'Contact information'],
    ['the hours', site.contactCard.hours, 'Contact information'],
  ])('SEARCH-1: finds %s', (_, words, title) => {
    open(synced(rows));
    type(words);
    const about = within(screen.getByRole('group', { name: 'About' }));
    expect(about.getAllByRole('option')[0]?.querySelector('p')?.textContent).toBe(title);
    fireEvent.click(about.getAllByRole('option')[0] as HTMLElement);
    expect(where()).toBe(title === 'Contact information' ? '/contact' : '/');
  });

  it('SEARCH-1: finds the words that were changed on the site, and not those before them', () => {
    const own = { id: 'o', name: 'Ada Lovelace', links: 'Mastodon https://a.example/@ada' };
    open(synced({ site_profile: [own] }));
    type('ada');
    expect(titles()).toEqual(['Ada Lovelace', 'Mastodon']);
    type('github');
    expect(titles()).toEqual([]);
  });

  it('SEARCH-1: finds a post by its author, and the posts say so', () => {
    open(synced(rows));
    type('fielding tunnel');
    expect(titles()).toEqual(['A site that works in a tunnel']);
    expect(screen.getByRole('option').textContent).toContain('Robin Fielding · This notebook');
  });

  it('SEARCH-1: finds each page by every heading that stands on it, and by what it says beside its content', async () => {
    vi.stubGlobal('__CLIENT__', 'test');
    const said: [page: string, words: string][] = [];
    for (const page of pages) {
      const Page = await page.load();
      const { container, unmount } = show(
        <main>
          <Page />
        </main>,
        synced({ ...rows, projects: [], learnings: [] }),
        page.id,
      );
      await act(async () => {});
      const facts = page.id === '/contact' ? ', dd, button[type=submit]' : '';
      for (const one of container.querySelectorAll(`h1, h2, figcaption, blockquote${facts}`))
        if (one.closest('li') === null) said.push([page.id, one.textContent ?? '']);
      unmount();
    }
    expect(said.length).toBeGreaterThan(20);
    open(synced({ ...rows, projects: [], learnings: [] }));
    for (const [page, words] of said) {
      type(words);
      const found = titles();
      expect(found, `${page}: ${words}`).not.toEqual([]);
    }
  });

  it('finds sample posts, and names a task’s project', () => {
    open(synced(rows));
    type('tunnel');
    expect(titles()).toEqual(['A site that works in a tunnel']);
    type('caulk');
    expect(screen.getByRole('option').textContent).toBe('Caulk the seamsIn A boat');
  });

  it('says how many results there are in an existing live region', () => {
    open(synced(rows));
    const region = screen.getByRole('status');
    type('boat');
    expect(region.textContent).toBe('5 results');
    type('caulk');
    expect(region.textContent).toBe('1 result');
    type('zeppelin');
    expect(region.textContent).toBe('No results');
    expect(screen.getByRole('status')).toBe(region);
  });

  it('says how many of the results it shows', () => {
    open(
      synced({
        projects: Array.from({ length: 50 }, (_, n) => projectRow({ title: `Kite ${n}` })),
      }),
    );
    type('kite');
    expect(screen.getByRole('status').textContent).toBe('50 results, the best 40 shown');
    expect(options()).toHaveLength(40);
  });

  it('marks only the words that were found', () => {
    open(synced(rows));
    type('boa flo');
    const marks = [...document.querySelectorAll('mark')].map((mark) => mark.textContent);
    expect(new Set(marks)).toEqual(new Set(['boat', 'boats', 'float', 'floats']));
  });

  it('is a combobox whose active option moves by arrows, round the ends', () => {
    open(synced(rows));
    type('boat');
    expect(field().getAttribute('aria-expanded')).toBe('true');
    expect(field().getAttribute('aria-controls')).toBe(screen.getByRole('listbox').id);
    const all = titles();
    expect(activeTitle()).toBe(all[0]);
    press('ArrowDown');
    expect(activeTitle()).toBe(all[1]);
    press('ArrowUp');
    press('ArrowUp');
    expect(activeTitle()).toBe(all.at(-1));
    press('ArrowDown');
    expect(activeTitle()).toBe(all[0]);
    expect(options().filter((it) => it.getAttribute('aria-selected') === 'true')).toHaveLength(1);
  });

  it('goes back to the best result with every letter', () => {
    open(synced(rows));
    type('boa');
    press('ArrowDown');
    type('boat');
    expect(activeTitle()).toBe('A boat');
  });

  it('leaves Enter to a composing input method', () => {
    open(synced(rows));
    type('boat');
    press('Enter', { isComposing: true });
    press('Enter', { keyCode: 229 });
    expect(where()).toBe('/contact');
  });

  it('does nothing at Enter when nothing was found', () => {
    open(synced(rows));
    type('zeppelin');
    press('Enter');
    press('ArrowDown');
    expect(where()).toBe('/contact');
    expect(screen.getByRole('dialog')).toBeTruthy();
  });

  it.each([
    ['the whole site was searched', synced(rows), /The whole site was searched/],
    ['content is still on its way', neverSynced, /Content is still loading/],
    ['content never came', syncFailed, /only part of the site could be searched/],
  ])('says that nothing was found, and that %s', (_, device, words) => {
    open(device);
    type('zeppelin');
    expect(screen.getByText('Nothing here matches “zeppelin”.')).toBeTruthy();
    expect(screen.getByText(words)).toBeTruthy();
    expect(field().getAttribute('aria-expanded')).toBe('false');
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  it('opens a track that this site does not show in a new tab', () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    const url = 'https://open.spotify.com/track/1';
    open(synced({ current_listening: [trackRow({ title: 'Elsewhere', url })] }));
    type('elsewhere');
    expect(screen.getByRole('option').textContent).toContain('Opens in a new tab');
    press('Enter');
    expect(opened).toHaveBeenCalledWith(url, '_blank', 'noopener,noreferrer');
    expect(where()).toBe('/contact');
  });
});

describe('while the dialog is open', () => {
  it('rows appear, change and disappear in the results', async () => {
    const { arrive, database } = await openOn(rows);
    type('raft');
    expect(titles()).toEqual([]);
    const raft = learningRow({ title: 'Raft consensus' });
    await arrive({ learnings: [raft] });
    await waitFor(() => expect(titles()).toEqual(['Raft consensus']));
    await arrive({ learnings: [learningRow({ id: raft.id, title: 'Raft, the wooden one' })] });
    await waitFor(() => expect(titles()).toEqual(['Raft, the wooden one']));
    await setServerRows(database, 'learnings', [], [raft.id]);
    await waitFor(() => expect(titles()).toEqual([]));
  });

  it('the chosen result stays chosen when a better one comes', async () => {
    const { arrive } = await openOn(rows);
    type('boat');
    await waitFor(() => expect(titles()).toHaveLength(5));
    press('ArrowDown');
    const chosen = activeTitle();
    await arrive({ friends: [friendRow({ name: 'Boat' }), friendRow({ name: 'Boat boat' })] });
    await waitFor(() => expect(titles()).toContain('Boat boat'));
    expect(activeTitle()).toBe(chosen);
  });
});

describe('Enter before the content is there', () => {
  const zebra = { learnings: [learningRow({ title: 'A zebra' })] };

  it('opens the best result when it comes', async () => {
    const { arrive } = await openOn();
    type('zebra');
    press('Enter');
    expect(where()).toBe('/contact');
    await arrive(zebra);
    await waitFor(() => expect(where()).toBe('/learnings/a-zebra'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('opens nothing once something else is typed', async () => {
    const { arrive } = await openOn();
    type('zebra');
    press('Enter');
    type('zebr');
    await arrive(zebra);
    await waitFor(() => expect(titles()).toEqual(['A zebra']));
    expect(where()).toBe('/contact');
  });

  it('opens nothing that comes after everything was searched', async () => {
    const { arrive } = await openOn();
    type('zebra');
    press('Enter');
    await arrive(rows);
    await screen.findByText(/The whole site was searched/);
    await arrive(zebra);
    await waitFor(() => expect(titles()).toEqual(['A zebra']));
    expect(where()).toBe('/contact');
  });
});
