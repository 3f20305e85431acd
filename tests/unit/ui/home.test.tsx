import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { HomePage } from '../../../src/features/home/home-page.tsx';
import { IntroCard } from '../../../src/features/home/intro-card.tsx';
import { Player } from '../../../src/features/home/player.tsx';
import { ProfileCard } from '../../../src/features/home/profile-card.tsx';
import { TrackCard } from '../../../src/features/home/track-card.tsx';
import { site } from '../../../src/site.config.ts';
import type { Rows } from '../../support/memory-mirror.ts';
import { friendRow, learningRow, projectRow, taskRow, trackRow } from '../../support/rows.ts';
import { neverSynced, show, synced, syncFailed } from '../../support/site.tsx';

const alert =
  'There was an error connecting to the database. Please check your connection and try again.';

const toolRow = (name: string, created_at: string) => ({
  id: crypto.randomUUID(),
  name,
  bio: null,
  picture: null,
  hyperlink: 'https://example.com',
  tag: 'models',
  created_at,
});
const commentaryRow = (columns: Record<string, unknown> = {}) => ({
  id: crypto.randomUUID(),
  title: 'On vibes',
  content: 'Words',
  image_url: null,
  created_at: '2026-01-02T00:00:00Z',
  ...columns,
});

const lfgSlug = site.lfgTarget.slice('/projects/'.length);

describe('Home', () => {
  it('HOME-1: greets, quotes a president with the source, and leads to one project with LFG', () => {
    show(<HomePage />, synced({ projects: [projectRow({ slug: lfgSlug })] }));
    expect(screen.getAllByRole('heading', { level: 1 }).length).toBe(1);
    expect(screen.getByText(new RegExp(site.quote.by))).toBeTruthy();
    expect(screen.getByRole('link', { name: 'LFG' }).getAttribute('href')).toBe(site.lfgTarget);
  });

  it.each([
    ['another project', { slug: 'another' }, false],
    ['its slug', { slug: lfgSlug }, true],
    ['no slug yet, and the title that makes it', { title: 'Fieldnotes', slug: null }, true],
    ['a former slug', { slug: 'another', former_slugs: [lfgSlug] }, true],
  ])('FIRST-3: a project with %s decides whether LFG is shown', (_, columns, isShown) => {
    show(<HomePage />, synced({ projects: [projectRow(columns)] }));
    expect(screen.queryByRole('link', { name: 'LFG' }) !== null).toBe(isShown);
  });

  it.each([
    ['has loaded nothing yet', neverSynced],
    ['could load nothing', syncFailed],
    ['has no projects', synced()],
  ])('FIRST-3: a device that %s shows no LFG, and keeps its room', (_, held) => {
    show(<HomePage />, held);
    expect(screen.queryByRole('link', { name: 'LFG' })).toBeNull();
    const room = screen.getByRole('figure').parentElement?.nextElementSibling;
    expect(room?.firstElementChild?.className).toContain('min-h-11');
    expect(room?.lastElementChild?.className).toContain('min-h-[1lh]');
    expect(room?.textContent).not.toContain('project of the day');
  });

  it('HOME-8: says who speaks in one line above the greeting: portrait, name and status', () => {
    show(<HomePage />, synced());
    const greeting = screen.getByRole('heading', { level: 1 });
    const line = greeting.previousElementSibling;
    expect(line?.querySelector('img')?.getAttribute('src')).toBe(site.profile.image);
    expect(line?.textContent).toBe(`${site.profile.name}·${site.profile.status}`);
    expect(screen.getAllByText(site.profile.name)).toHaveLength(1);
  });

  it('HOME-8 DIFF-11: has the owner’s words in the card below, with the links that are not beside LFG', () => {
    show(<HomePage />, synced());
    const [first, ...others] = site.social.map(({ label }) => label);
    const links = (within_: HTMLElement) =>
      within(within_)
        .getAllByRole('link')
        .map((it) => it.textContent?.replace(' (opens in a new tab)', ''));
    const card = screen.getByText(site.profile.description).closest('.rounded-card');
    expect(links(card as HTMLElement)).toEqual(others);
    const intro = screen.getByRole('figure').closest('.rounded-card');
    expect(links(intro as HTMLElement)).toEqual(['Write to me', first]);
    expect(screen.getByRole('link', { name: 'Write to me' }).getAttribute('href')).toBe('/contact');
  });

  describe('HOME-9: below LFG', () => {
    const id = crypto.randomUUID();
    const project = projectRow({ id, title: 'My project', slug: lfgSlug });
    const line = () => screen.queryByText(/^the project of the day/)?.parentElement?.textContent;
    const task = (status: string, project_id = id) => taskRow({ project_id, status });

    it('one line says where it leads, and how far that is', () => {
      const tasks = [task('done'), task('todo'), task('done'), task('in-progress')];
      show(
        <HomePage />,
        synced({ projects: [project], tasks: [...tasks, task('done', crypto.randomUUID())] }),
      );
      expect(line()).toBe('the project of the day: My project, 2 of 4 done');
    });

    it('only the title, where it has no tasks; nothing, where there is no such project', () => {
      const { unmount } = show(<HomePage />, synced({ projects: [project] }));
      expect(line()).toBe('the project of the day: My project');
      unmount();
      show(<HomePage />, synced({ projects: [projectRow()] }));
      expect(line()).toBeUndefined();
    });
  });

  it('HOME-9: links wait for LFG, beside which they stand', () => {
    const { unmount } = show(<HomePage />, neverSynced);
    expect(screen.queryByRole('link', { name: 'Write to me' })).toBeNull();
    unmount();
    show(<HomePage />, syncFailed);
    expect(screen.getByRole('link', { name: 'Write to me' })).toBeTruthy();
  });

  it('HOME-11 DIFF-12: the tab has the owner’s name; without one it says Home', () => {
    const { unmount } = show(<HomePage />, synced());
    expect(document.title).toBe(`${site.profile.name} · ${site.brand}`);
    unmount();
    show(<IntroCard words={{ ...site, profile: { ...site.profile, name: ' ' } }} />, synced());
    expect(document.title).toBe(`Home · ${site.brand}`);
  });

  it('FIRST-4: says when the owner was last seen, by what is newest here, and not by what is to come', () => {
    const seen = () => screen.getByText(/^Last seen here/).textContent;
    const rows: Rows = {
      learnings: [learningRow({ created_at: '2026-01-02T12:00:00Z' })],
      projects: [projectRow({ created_at: '2026-01-01T12:00:00Z', updated_at: null })],
      commentaries: [commentaryRow({ created_at: '2999-01-01T12:00:00Z' })],
    };
    const { unmount } = show(<HomePage />, synced(rows));
    expect(seen()).toBe('Last seen here Jan 2, 2026');
    unmount();
    const changed = { ...learningRow(), updated_at: '2026-03-04T12:00:00Z' };
    show(<HomePage />, synced({ ...rows, learnings: [changed] }));
    expect(seen()).toBe('Last seen here Mar 4, 2026');
  });

  it('FIRST-4: leaves the line blank where there is nothing, in its height', () => {
    show(<HomePage />, synced());
    expect(screen.queryByText(/Last seen/)).toBeNull();
    expect(screen.getByText(site.profile.description).nextElementSibling?.textContent).toBe(
      '\u00a0',
    );
  });

  it('shows no alert while nothing has failed', () => {
    for (const device of [neverSynced, synced()]) {
      const { unmount } = show(<HomePage />, device);
      expect(screen.queryByText(alert)).toBeNull();
      unmount();
    }
  });

  const loads = ['projects', 'ai_tools', 'friends', 'commentaries', 'current_listening'];
  const one = {
    projects: [projectRow()],
    ai_tools: [toolRow('T', '2026-01-01T00:00:00Z')],
    friends: [friendRow()],
    commentaries: [commentaryRow()],
    current_listening: [trackRow({ is_current: true })],
  };
  it.each(loads)(
    'shows the alert when only %s could not be loaded, and the rest of the content',
    (failed) => {
      show(<HomePage />, { ...syncFailed, rows: { ...one, [failed]: [] } });
      expect(screen.getByRole('alert').textContent).toBe(alert);
    },
  );

  it('HOME-2 DIFF-3: shows content without any alert when all five are on the device, though the sync failed', () => {
    show(<HomePage />, { ...syncFailed, rows: one });
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getAllByText('A project').length).toBeGreaterThan(0);
  });

  it('HOME-4 HOME-12: shows the eight newest AI friends, and the link to all', () => {
    const tools = Array.from({ length: 10 }, (_, i) =>
      toolRow(`Tool ${i}`, `2026-01-${10 + i}T00:00:00Z`),
    );
    show(<HomePage />, synced({ ai_tools: tools }));
    const links = screen.getAllByRole('link', { name: /^Tool / }).map((link) => link.textContent);
    expect(links.length).toBe(8);
    expect(links[0]).toContain('Tool 9');
    const views = screen
      .getAllByRole('link', { name: 'View All' })
      .map((link) => link.getAttribute('href'));
    expect(views).toEqual(['/friends', '/chatter']);
  });

  it('DIFF-9: shows the five newest learnings below the introduction, whatever their rank, with the link to all', () => {
    const learnings = [5, 1, 4, 2, 7, 3, 6].map((day) =>
      learningRow({
        title: `Learned ${day}`,
        rank: day === 1 ? 1 : null,
        created_at: `2026-01-0${day}T12:00:00Z`,
      }),
    );
    show(<HomePage />, synced({ learnings }));
    const latest = within(screen.getByRole('region', { name: 'Latest learnings' }));
    expect(
      latest.getAllByRole('listitem').map((it) => within(it).getByRole('link').textContent),
    ).toEqual(['Learned 7', 'Learned 6', 'Learned 5', 'Learned 4', 'Learned 3']);
    expect(latest.getByText('5 Jan 2026')).toBeTruthy();
    expect(latest.getByRole('link', { name: 'All learnings' }).getAttribute('href')).toBe(
      '/learnings',
    );
    const titles = screen.getAllByRole('heading', { level: 2 }).map((it) => it.textContent);
    expect(titles.indexOf('Latest learnings') + 1).toBe(titles.indexOf('AI friends'));
  });

  it('DIFF-9: says so where there are no learnings, and raises no alarm where they cannot be loaded', () => {
    const { unmount } = show(<HomePage />, synced());
    expect(screen.getByText('No learnings yet.')).toBeTruthy();
    unmount();
    show(<HomePage />, { ...syncFailed, rows: one });
    expect(screen.getByText('Unable to load learnings')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('HOME-4: shows the first letter of the name where there is no avatar', () => {
    show(<HomePage />, synced({ friends: [friendRow({ name: 'wren' })] }));
    expect(screen.getByText('W')).toBeTruthy();
  });

  it('HOME-7: groups the roadmap in three, without an empty donezo; completed projects are among the donezo ones', () => {
    const rows = ['idea', 'in-progress', 'donezo', 'done'].map((status) =>
      projectRow({ title: `P ${status}`, status }),
    );
    const { unmount } = show(<HomePage />, synced());
    expect(screen.queryByText('donezo')).toBeNull();
    unmount();
    show(<HomePage />, synced({ projects: rows }));
    const groupOf = (title: string) => screen.getByRole('heading', { name: title }).parentElement!;
    expect(
      within(groupOf('donezo'))
        .getAllByRole('link')
        .map((link) => link.textContent)
        .sort(),
    ).toEqual(['P done', 'P donezo']);
    expect(within(groupOf('working on it')).getByText('P in-progress')).toBeTruthy();
    expect(within(groupOf('just an idea at this point')).getByText('P idea')).toBeTruthy();
  });

  it('HOME-7: prints all projects of a group', () => {
    const projects = Array.from({ length: 8 }, (_, i) =>
      projectRow({ title: `Idea ${i}`, status: 'idea' }),
    );
    show(<HomePage />, synced({ projects }));
    const ideas = () => screen.queryAllByText(/^Idea \d$/).length;
    expect(ideas()).toBe(3);
    fireEvent(window, new Event('beforeprint'));
    expect(ideas()).toBe(8);
    fireEvent(window, new Event('afterprint'));
    expect(ideas()).toBe(3);
  });

  it('HOME-5: opens a commentary’s picture enlarged', async () => {
    show(<HomePage />, synced({ commentaries: [commentaryRow({ image_url: '/pictures/x.svg' })] }));
    fireEvent.click(screen.getByRole('button', { name: 'Enlarge picture: On vibes' }));
    expect((await screen.findByRole('dialog')).querySelector('img')?.getAttribute('src')).toBe(
      '/pictures/x.svg',
    );
  });

  it('renders no link from an invalid address', () => {
    const bad = { ...toolRow('Bad', '2026-01-01T00:00:00Z'), hyperlink: 'javascript:alert(1)' };
    show(<HomePage />, synced({ ai_tools: [bad] }));
    expect(screen.getByText('Bad').closest('a')).toBeNull();
  });
});

describe('FIRST-5: what was changed on the site', () => {
  const profileRow = (columns: Record<string, unknown> = {}) => ({
    id: crypto.randomUUID(),
    name: 'Rosa',
    image: null,
    status: null,
    description: null,
    links: null,
    greeting: null,
    introduction: null,
    quote: null,
    quote_by: null,
    quote_source: null,
    ...columns,
  });
  const home = () => document.body.textContent ?? '';

  it('takes the place of the words of site.config.ts, which hold where nothing was changed', () => {
    show(<HomePage />, synced({ site_profile: [profileRow({ greeting: 'Hello' })] }));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Hello');
    expect(screen.getByText('Rosa')).toBeTruthy();
    expect(document.title).toBe(`Rosa · ${site.brand}`);
    for (const kept of [site.introduction, site.quote.by, site.profile.status])
      expect(home()).toContain(kept);
    expect(screen.getByRole('link', { name: /^GitHub/ })).toBeTruthy();
    expect(home()).not.toContain(site.profile.name);
    expect(home()).not.toContain(site.greeting);
  });

  it('may be all of it: links a line each, and another quote by nobody of the old one', () => {
    const row = profileRow({
      image: '/pictures/rosa.svg',
      status: 'Baking',
      description: 'Bakes',
      links:
        'My blog https://rosa.example/a\nhttps://b.example\n\u200b\u3164 https://c.example\nno link\n\njavascript:alert(1)',
      introduction: 'About bread',
      quote: 'Bread!',
    });
    show(<HomePage />, synced({ site_profile: [row] }));
    for (const said of ['Baking', 'Bakes', 'About bread', '“Bread!”'])
      expect(home()).toContain(said);
    expect(home()).not.toContain(site.quote.by);
    const hrefs = screen.getAllByRole('link').map((it) => it.getAttribute('href'));
    expect(hrefs.filter((it) => it?.includes('.example'))).toEqual([
      'https://rosa.example/a',
      'https://b.example',
      'https://c.example',
    ]);
    expect(screen.getByRole('link', { name: /^c\.example/ })).toBeTruthy();
    expect(hrefs).not.toContain('https://github.com');
  });

  it('is waited for, so that no words give way to others', () => {
    const { unmount } = show(<HomePage />, neverSynced);
    const greeting = () => screen.getByRole('heading', { level: 1, name: site.greeting });
    expect(greeting().closest('[data-loading]')?.className).toContain('after-wait');
    unmount();
    show(<HomePage />, synced());
    expect(greeting().closest('[data-loading], .after-wait')).toBeNull();
  });
});

describe('HOME-6: the track widget', () => {
  it('is a text card for a track without a Spotify link', () => {
    show(
      <HomePage />,
      synced({
        current_listening: [trackRow({ is_current: true, title: 'Song', album: 'Album' })],
      }),
    );
    expect(screen.getByText('Song')).toBeTruthy();
    expect(screen.getByText('Album')).toBeTruthy();
    expect(document.querySelector('iframe')).toBeNull();
  });

  const song = {
    id: 't',
    title: 'Song',
    artist: 'A',
    album: null,
    spotifyUrl: 'https://open.spotify.com/track/abc',
    isCurrentlyPlaying: true,
    type: 'track',
    createdAt: null,
  };

  it('X1 DIFF-6: loads the player, 152 px high, only on a tap, if the owner has chosen that', () => {
    show(<Player track={song} embed="about:blank" onTap />, synced());
    expect(document.querySelector('iframe')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Load player' }));
    expect(document.querySelector('iframe')?.getAttribute('height')).toBe('152');
  });

  it('O4: stays a text card until the player itself says that it is ready, whatever the frame loads', () => {
    show(<Player track={song} embed="about:blank" onTap />, synced());
    fireEvent.click(screen.getByRole('button', { name: 'Load player' }));
    const frame = document.querySelector('iframe');
    const source = frame?.contentWindow ?? null;
    const say = (origin: string, from: MessageEventSource | null, data: unknown) =>
      fireEvent(window, new MessageEvent('message', { origin, source: from, data }));
    const spotify = 'https://open.spotify.com';

    if (frame !== null) fireEvent.load(frame);
    say('null', source, { type: 'ready' });
    say(spotify, window, { type: 'ready' });
    say(spotify, source, null);
    expect(screen.getByRole('heading', { name: 'Song' })).toBeTruthy();
    say(spotify, source, { type: 'ready' });
    expect(screen.queryByRole('heading', { name: 'Song' })).toBeNull();
  });

  it('names Spotify only where a link leads there', () => {
    const shown = (spotifyUrl: string) => {
      const { unmount } = show(<TrackCard track={{ ...song, spotifyUrl }} />, synced());
      const link = screen.getByRole('link');
      const seen = [link.textContent, link.getAttribute('href')];
      unmount();
      return seen;
    };
    expect(shown('spotify:album:abc')).toEqual([
      'Open in Spotify (opens in a new tab)',
      'https://open.spotify.com/album/abc',
    ]);
    expect(shown('https://music.example/1')).toEqual([
      'Open music.example (opens in a new tab)',
      'https://music.example/1',
    ]);
  });
});

describe('HOME-3: the profile', () => {
  const complete = (is: boolean) =>
    vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(is);
  afterEach(() => vi.restoreAllMocks());
  const spinner = () => screen.queryByText('Loading profile');

  it('shows the owner, and a spinner until the picture has loaded or failed', () => {
    for (const settled of ['load', 'error'] as const) {
      complete(false);
      const { unmount } = show(<IntroCard words={site} />, synced());
      expect(screen.getByText(site.profile.name)).toBeTruthy();
      expect(screen.getByText('Learning AI')).toBeTruthy();
      expect(spinner()).toBeTruthy();
      const picture = document.querySelector('img');
      if (picture !== null) fireEvent[settled](picture);
      expect(spinner()).toBeNull();
      unmount();
    }
  });

  it('HOME-10: shows no spinner on a picture that is there, and none that the page waits for', () => {
    complete(true);
    const { unmount } = show(<IntroCard words={site} />, synced());
    expect(spinner()).toBeNull();
    unmount();
    complete(false);
    show(<IntroCard words={site} />, synced());
    expect(spinner()?.closest('[data-loading]')).toBeNull();
  });

  it('says so when the owner’s entry cannot be used', () => {
    const words = { ...site, profile: { ...site.profile, name: ' ' } };
    show(<ProfileCard words={words} />, synced());
    expect(screen.getByText('Unable to load profile information')).toBeTruthy();
  });
});
