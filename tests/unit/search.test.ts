import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { pages } from '../../src/app/pages.tsx';
import { routes } from '../../src/app/routes.tsx';
import { capital } from '../../src/content/form/form.ts';
import { kindWords } from '../../src/content/forms.ts';
import { registry } from '../../src/content/kinds.ts';
import { filterResources } from '../../src/content/resources/resource-filter.ts';
import type { Resource } from '../../src/content/resources/resources.ts';
import { resourcesWith } from '../../src/content/resources/resources-with.ts';
import {
  type Contents,
  type Group,
  groups,
  type ItemsByGroup,
  kindNames,
} from '../../src/content/search/groups.ts';
import { createSearchIndex } from '../../src/content/search/search-index.ts';
import { wayTo } from '../../src/content/search/ways.ts';
import type { AnyKind } from '../../src/engine/define.ts';
import { groupTitle } from '../../src/features/search/group-titles.ts';
import { excerptAround, pieces } from '../../src/features/search/marks.ts';
import { hostileHtml } from '../support/hostile.ts';

/** Builders of items as screens have them; a test states only what matters to it. */

let made = 0;
const id = () => {
  made += 1;
  return `00000000-0000-4000-8000-${String(made).padStart(12, '0')}`;
};

const resource = (values: Partial<Resource> = {}): Resource => ({
  id: id(),
  title: 'A resource',
  description: '',
  link: null,
  imageUrl: null,
  tags: [],
  type: 'text',
  source: null,
  learningId: null,
  createdAt: null,
  updatedAt: null,
  ...values,
});

const project = (values: Partial<ItemsByGroup['projects']> = {}): ItemsByGroup['projects'] => ({
  id: id(),
  title: 'A project',
  description: '',
  details: null,
  imageUrl: null,
  status: 'idea',
  slug: 'a-project',
  formerSlugs: [],
  createdAt: null,
  updatedAt: null,
  ...values,
});

const track = (values: Partial<ItemsByGroup['tracks']> = {}): ItemsByGroup['tracks'] => ({
  id: id(),
  title: 'A song',
  artist: 'Somebody',
  album: null,
  spotifyUrl: null,
  isCurrentlyPlaying: false,
  type: 'track',
  createdAt: null,
  ...values,
});

const nothing = {
  ...Object.fromEntries(groups.map((group) => [group, []])),
  pages,
} as unknown as Contents;

/** An index of these resources; returns the titles that it finds. */
function indexOf(...resources: Resource[]) {
  const index = createSearchIndex();
  index.follow('resources', resources);
  return { index, found: (query: string) => index.search(query).map(({ entry }) => entry.title) };
}

describe('the search', () => {
  it('puts a word of the title above one of the tags, and that above one of the text', () => {
    const { found } = indexOf(
      resource({ title: 'In the text', description: 'about embeddings' }),
      resource({ title: 'In the tags', tags: ['embeddings'] }),
      resource({ title: 'Embeddings in it' }),
    );
    expect(found('embeddings')).toEqual(['Embeddings in it', 'In the tags', 'In the text']);
  });

  it('puts the whole word above a beginning, and a beginning above a slip', () => {
    const { found } = indexOf(
      resource({ title: 'Agert' }),
      resource({ title: 'Agentic' }),
      resource({ title: 'Agent' }),
    );
    expect(found('agent')).toEqual(['Agent', 'Agentic', 'Agert']);
  });

  it('finds by the beginning of a word', () => {
    expect(indexOf(resource({ title: 'Retrieval' })).found('retr')).toEqual(['Retrieval']);
  });

  it('forgives a slip in a longer word, and none in a short one', () => {
    const { found } = indexOf(resource({ title: 'Retrieval' }), resource({ title: 'RAG' }));
    expect(found('retreival')).toEqual(['Retrieval']);
    expect(found('rug')).toEqual([]);
  });

  it('requires all of the words, in whatever part each of them is', () => {
    const { found } = indexOf(
      resource({ title: 'Vectors', tags: ['postgres'] }),
      resource({ title: 'Vectors alone' }),
    );
    expect(found('postgres vectors')).toEqual(['Vectors']);
  });

  it.each([
    ['Überraschung', 'uberraschung'],
    ['uberraschung', 'Überraschung'],
    ['Cafe\u0301 noir', 'café'],
    ['Straße', 'strasse'],
    ['Smørrebrød', 'smorrebrod'],
    ['Ｆｕｌｌｗｉｄｔｈ', 'fullwidth'],
    ['C++ for poets', 'c++'],
    ['Don’t panic', "don't"],
    ['Привет, мир', 'МИР'],
  ])('finds %s by %s', (title, query) => {
    expect(indexOf(resource({ title })).found(query)).toEqual([title]);
  });

  describe.each([
    ['that tells words', Intl],
    ['that does not', {}],
  ])('in a browser %s', (_, intl) => {
    it.each([
      ['機械学習の基礎', '学習'],
      ['日本語プログラミング入門', 'プログラミング'],
      ['日本語プログラミング入門', '語'],
      ['GPT入門とC++入門', '入門 gpt c++'],
      ['自然语言处理入门', '语言'],
      ['การเรียนรู้ของเครื่อง', 'เรียนรู้'],
      ['ພາສາລາວ', 'ລາວ'],
    ])('finds inside of %s by %s', (title, query) => {
      vi.stubGlobal('Intl', intl);
      onTestFinished(() => void vi.unstubAllGlobals());
      const { found } = indexOf(resource({ title }), resource({ title: '京都' }));
      expect(found(query)).toEqual([title]);
      expect(found(`${query} 猫`)).toEqual([]);
    });
  });

  it('finds nothing by signs alone', () => {
    const { found } = indexOf(resource({ title: 'Anything' }));
    for (const query of ['', ' ', '<>', '"', '*', '\\', '…', '\u0000'])
      expect(found(query)).toEqual([]);
  });

  it('finds the words of HTML that are read, not its tags', () => {
    const index = createSearchIndex();
    index.follow('projects', [
      project({ details: '<section class="hidden"><p>Chunking &amp; merging</p></section>' }),
    ]);
    expect(index.search('chunking')).toHaveLength(1);
    expect(index.search('section')).toEqual([]);
    expect(index.search('hidden')).toEqual([]);
  });
});

describe('the index follows the mirror', () => {
  it('when items are new, changed and gone', () => {
    const [kept, changed, gone] = [
      resource({ title: 'Kept' }),
      resource({ title: 'Before' }),
      resource({ title: 'Gone' }),
    ];
    const { index, found } = indexOf(kept, changed, gone);
    index.follow('resources', [
      { ...kept },
      { ...changed, title: 'Afterwards' },
      resource({ title: 'New' }),
    ]);
    expect(['kept', 'before', 'afterwards', 'gone', 'new'].map((word) => found(word))).toEqual([
      ['Kept'],
      [],
      ['Afterwards'],
      [],
      ['New'],
    ]);
  });

  it('without touching equal items, even if they are other objects', () => {
    const held = [resource({ tags: ['a', 'b'] }), resource()];
    const { index } = indexOf(...held);
    const read = () => held.map((item) => ({ ...item, tags: [...item.tags] }));
    expect(index.follow('resources', read())).toEqual({ changed: false, done: true });
    const [first, ...rest] = read();
    expect(index.follow('resources', [{ ...first!, tags: ['a', 'c'] }, ...rest])).toEqual({
      changed: true,
      done: true,
    });
  });

  it('and distinguishes one id in two groups', () => {
    const index = createSearchIndex();
    const shared = id();
    index.follow('resources', [resource({ id: shared, title: 'Shared resource' })]);
    index.follow('projects', [project({ id: shared, title: 'Shared project' })]);
    index.follow('resources', []);
    expect(index.search('shared').map(({ entry }) => entry.title)).toEqual(['Shared project']);
  });

  it('in slices, and continues after each slice, with newer items too', () => {
    const index = createSearchIndex();
    const items = Array.from({ length: 10 }, (_, n) => resource({ title: `Number ${n}` }));
    const four = () => {
      let left = 4;
      return () => {
        left -= 1;
        return left < 0;
      };
    };
    expect(index.follow('resources', items, four())).toEqual({ changed: true, done: false });
    expect(index.search('number')).toHaveLength(4);
    const newer = [resource({ title: 'Number new' }), ...items.slice(1)];
    while (!index.follow('resources', newer, four()).done);
    expect(index.search('number')).toHaveLength(10);
    expect(index.search('new')).toHaveLength(1);
  });

  it('after any history, with the results of a new index', () => {
    const words = ['alpha', 'beta', 'gamma', 'delta', 'beat', 'alpine'];
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    const { index } = indexOf();
    let items: Resource[] = [];
    for (let step = 0; step < 200; step += 1) {
      const title = `${words[random(6)]} ${words[random(6)]}`;
      const place = random(items.length + 1);
      const chance = random(3);
      if (chance === 0) items = [...items, resource({ title })];
      else if (chance === 1) items = items.filter((_, n) => n !== place);
      else items = items.map((item, n) => (n === place ? { ...item, title } : item));
      index.follow('resources', items);
    }
    const ids = (of: typeof index, word: string) =>
      of
        .search(word)
        .map(({ entry }) => entry.id)
        .sort();
    for (const word of words) expect(ids(index, word)).toEqual(ids(indexOf(...items).index, word));
  });
});

describe('hostile strings', () => {
  it('are indexed, found, marked and cut as text, whole', () => {
    const { index } = indexOf(
      ...hostileHtml.map((html) => resource({ title: html, description: html, tags: [html] })),
    );
    for (const query of ['script', 'pwned', 'onerror', 'javascript', ...hostileHtml.slice(0, 40)]) {
      for (const { entry, terms } of index.search(query)) {
        const parts = pieces(entry.title, new Set(terms));
        expect(parts.map(({ text }) => text).join('')).toBe(entry.title);
        expect(entry.text).toContain(
          excerptAround(entry.text, new Set(terms)).replace(/^… |…$/g, ''),
        );
      }
    }
    expect(index.search('pwned').length).toBeGreaterThan(100);
  });

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'])(
    'the word %s is a word',
    (word) => {
      const { found } = indexOf(resource({ title: 'Another' }), resource({ title: `A ${word}` }));
      expect(found(word)).toEqual([`A ${word}`]);
    },
  );

  it('that are endless words overflow no result', () => {
    const endless = Array.from({ length: 300 }, (_, n) => resource({ title: 'a'.repeat(n * 40) }));
    const { index } = indexOf(...endless, resource({ title: 'b'.repeat(1_000_000) }));
    expect(index.search('aaaa').length).toBeGreaterThan(200);
    expect(index.search('b'.repeat(200_000))).toHaveLength(1);
  });
});

describe('a mark in a result', () => {
  const terms = new Set(['uber', 'fall']);
  it('is on the whole word, in its own spelling', () => {
    expect(pieces('Der Fall: über alles', terms)).toEqual([
      { text: 'Der ', found: false, at: 0 },
      { text: 'Fall', found: true, at: 4 },
      { text: ': ', found: false, at: 8 },
      { text: 'über', found: true, at: 10 },
      { text: ' alles', found: false, at: 14 },
    ]);
  });

  it('is where a word stands inside of others, in scripts without spaces', () => {
    expect(pieces('日本語入門', new Set(['語', '入門', '門']))).toEqual([
      { text: '日本', found: false, at: 0 },
      { text: '語', found: true, at: 2 },
      { text: '入門', found: true, at: 3 },
    ]);
  });

  it('is in the excerptAround, however far down the text it stands', () => {
    const text = `${'word '.repeat(500)}fall ${'word '.repeat(500)}`;
    const shown = excerptAround(text, terms);
    expect(shown).toMatch(/^… .*fall .*…$/);
    expect(shown.length).toBeLessThan(200);
  });
});

describe('where a result leads', () => {
  const at = <G extends Group>(group: G, item: ItemsByGroup[G], more: Partial<Contents> = {}) => {
    const way = wayTo(group, item.id, { ...nothing, [group]: [item], ...more });
    return way === null ? null : { ...way, to: way.to() };
  };

  it('is a route of the site, for every page', () => {
    const paths = routes.map(({ path }) => path);
    expect(paths.length).toBeGreaterThan(10);
    for (const page of pages) expect(paths).toContain(page.id);
  });

  it.each(kindNames)('is a page for %s, and a title stands above them', (name) => {
    const kind: AnyKind = registry[name];
    const of = project();
    const row = { ...kind.blank('2026-01-01T00:00:00Z'), id: id(), [kind.name]: 'Its name' };
    const item = kind.toItem({ ...row, project_id: of.id });
    const contents = { ...nothing, projects: [of], [name]: [item] };
    expect(wayTo(name, item.id, contents)?.to()).toMatch(/^\//);
    // One name for each kind: results, lists and messages of the dashboard, and what is on the device say the same.
    expect(groupTitle(name)).toBe(capital(kindWords(registry[name].table)?.many ?? ''));
    const index = createSearchIndex();
    index.follow(name, [item]);
    expect(index.search('its name').map(({ entry }) => entry.title)).toEqual(['Its name']);
  });

  it('of a project, is its slug; of a newer one with the same slug, its id', () => {
    const both = [project({ createdAt: 1 }), project({ createdAt: 2 })] as const;
    expect(wayTo('projects', both[0].id, { ...nothing, projects: both })?.to()).toBe(
      '/projects/a-project',
    );
    expect(wayTo('projects', both[1].id, { ...nothing, projects: both })?.to()).toBe(
      `/projects/${both[1].id}`,
    );
  });

  it('of a project with signs in its slug, is still one step of a path', () => {
    const odd = project({ slug: '../admin?x=1#y' });
    expect(at('projects', odd)?.to).toBe('/projects/..%2Fadmin%3Fx%3D1%23y');
  });

  it('of a task, is its project, which is named', () => {
    const of = project({ title: 'Boat', slug: 'boat' });
    const task = {
      id: id(),
      projectId: of.id,
      content: 'Caulk',
      status: 'todo',
      position: 0,
    } as const;
    expect(at('tasks', task, { projects: [of] })).toEqual({
      to: '/projects/boat',
      reveal: 'Caulk',
      of: 'Boat',
    });
    expect(at('tasks', task)).toBeNull();
  });

  it('of a tool, is the list searched for its name', () => {
    const tool = {
      id: id(),
      name: 'A & B',
      bio: null,
      picture: null,
      hyperlink: null,
      tag: null,
      createdAt: null,
      updatedAt: null,
    };
    expect(at('tools', tool)).toEqual({ to: '/friends?q=A+%26+B', reveal: 'A & B' });
  });

  it('of the current track, is where it plays; of another, its own address, if that is one', () => {
    const spotifyUrl = 'https://open.spotify.com/track/1';
    expect(at('tracks', track({ spotifyUrl, isCurrentlyPlaying: true }))?.to).toBe('/');
    expect(at('tracks', track({ spotifyUrl }))).toEqual({ to: spotifyUrl, leaves: true });
    expect(at('tracks', track({ spotifyUrl: 'javascript:pwned()' }))?.to).toBe('/');
  });

  it('of an item that is gone, is nowhere', () => {
    expect(wayTo('friends', id(), nothing)).toBeNull();
  });
});

describe('the address of the resources page for one resource', () => {
  const all = Array.from({ length: 2_000 }, (_, n) =>
    resource({
      title: `Number ${n}`,
      tags: [`of ${n % 2}`, `of a hundred ${'abcdefghijklmnopqrst'[n % 20]}`],
      learningId: n % 3 === 0 ? '11111111-1111-4111-8111-111111111111' : null,
      createdAt: 10_000 - n,
    }),
  );

  it('is the whole list if the resource is near its top', () => {
    expect(resourcesWith(all[3]!, all)).toBe('/resources');
  });

  it('is the list turned round if the resource is near its end', () => {
    expect(resourcesWith(all[1_999]!, all)).toBe('/resources?sort=oldest');
  });

  it('is narrowed down by its rarest tag otherwise', () => {
    expect(resourcesWith(all[100]!, all)).toBe('/resources?tag=of+a+hundred+a');
  });

  it('always has it among those that match', () => {
    for (const wanted of all.filter((_, n) => n % 97 === 0)) {
      const query = new URL(resourcesWith(wanted, all), 'https://site.example').searchParams;
      const shown = filterResources(all, {
        tag: query.get('tag') ?? '',
        type: (query.get('type') as Resource['type'] | null) ?? null,
        learningId: query.get('learning'),
        oldestFirst: query.get('sort') === 'oldest',
      });
      // The page draws this many at first.
      expect(shown.slice(0, 96)).toContain(wanted);
    }
  });
});
