import { describe, expect, it } from 'vitest';
import { commentaryForm } from '../../src/content/commentaries/commentary-form.ts';
import {
  type AnyForm,
  confirmWords,
  doneWords,
  editLabel,
  failedWords,
  type Values,
} from '../../src/content/form/form.ts';
import {
  changedSince,
  fromDraft,
  isTyped,
  nothingTyped,
  shownValues,
  toDraft,
  withoutTyped,
  withTyped,
} from '../../src/content/form/typing.ts';
import { columnsOf, missingColumns, readValues, valuesOf } from '../../src/content/form/values.ts';
import { friendForm } from '../../src/content/friends/friend-form.ts';
import { learningForm } from '../../src/content/learnings/learning-form.ts';
import { projectForm } from '../../src/content/projects/project-form.ts';
import { resourceForm } from '../../src/content/resources/resource-form.ts';
import { toolForm } from '../../src/content/tools/tool-form.ts';
import { trackForm } from '../../src/content/tracks/track-form.ts';
import { isPlaceholder, placeholderInfo, spotifyItem } from '../../src/lib/spotify.ts';
import { friendRow, learningRow } from '../support/rows.ts';

const all = () => true;
const forms: readonly AnyForm[] = [
  commentaryForm,
  projectForm,
  trackForm,
  resourceForm,
  toolForm,
  learningForm,
  friendForm,
];

/** The columns that a form sends for a new row in which only this was typed. */
const sent = (form: AnyForm, typed: Values, others: readonly { id: string }[] = []) => {
  const values = { ...valuesOf(form, null), ...typed };
  return { ...columnsOf(form, values, all, others), ...form.added(values, others) };
};

describe('FORM-2: what a new row is sent with', () => {
  it.each([
    [
      commentaryForm,
      { title: ' Agents ', content: 'They act.\n' },
      { title: 'Agents', content: 'They act.', image_url: null },
    ],
    [
      projectForm,
      { title: 'Bird Watch!', description: 'Counts.' },
      {
        title: 'Bird Watch!',
        description: 'Counts.',
        status: 'idea',
        image_url: null,
        details: null,
        slug: null,
      },
    ],
    [
      trackForm,
      { title: 'Song', artist: 'Somebody' },
      {
        title: 'Song',
        artist: 'Somebody',
        album: null,
        url: null,
        is_current: false,
        type: 'track',
      },
    ],
    [
      resourceForm,
      { title: 'Paper', description: 'On it', tags: { added: ['rag', 'evals'], typing: '' } },
      {
        title: 'Paper',
        description: 'On it',
        link_url: null,
        image_url: null,
        tags: 'rag,evals',
        type: 'text',
        Source: null,
        learning_id: null,
      },
    ],
    [
      toolForm,
      { name: 'Ollama', tag: 'local', hyperlink: 'https://a.example' },
      {
        name: 'Ollama',
        tag: 'local',
        hyperlink: 'https://a.example',
        picture: null,
        bio: null,
      },
    ],
    [
      learningForm,
      { title: 'Chunking', description: 'x', tags: { added: ['rag'], typing: '' } },
      {
        title: 'Chunking',
        description: 'x',
        content: null,
        tags: ['rag'],
        link: null,
        project_id: null,
        slug: null,
      },
    ],
    [friendForm, { name: 'Noor' }, { name: 'Noor', role: null, avatar_url: null, bio: null }],
  ] as [AnyForm, Values, object][])('$one', (form, typed, columns) => {
    expect(sent(form, typed)).toEqual(columns);
  });

  it.each([
    ['Chunking, twice ', 'chunking-twice'],
    [' /a/b?c#d%20 ', 'a-b-c-d-20'],
    ['llama.cpp', 'llama.cpp'],
    ['Cafe\u0301 und 日本語', 'caf\u00e9-und-日本語'],
    ['..', null],
    ['?!', null],
    [' ', null],
  ])('ADDRESS-3: of an address that is typed as %j, %j is sent', (slug, kept) => {
    for (const form of [projectForm, learningForm])
      expect(sent(form, { title: 'x', description: 'x', slug })).toMatchObject({ slug: kept });
  });

  it('includes a tag that is still being typed, and no repeats', () => {
    const tags = { added: ['rag'], typing: ' evals, rag,' };
    expect(sent(resourceForm, { tags })).toMatchObject({ tags: 'rag,evals' });
    expect(sent(learningForm, { tags })).toMatchObject({ tags: ['rag', 'evals'] });
  });

  it('ADMIN-8: leaves the date of a learning to the server if it is blank, and a saved one as it is', () => {
    const at = '2024-03-14T10:00:00.000Z';
    expect(sent(learningForm, { created_at: at })).toMatchObject({ created_at: at });
    expect(sent(learningForm, { created_at: '' })).not.toHaveProperty('created_at');
    expect(columnsOf(learningForm, { created_at: '' }, all, [])).not.toHaveProperty('created_at');
  });

  it('the tags of learnings stay text where the table keeps text', () => {
    const tags = { added: ['rag', 'evals'], typing: '' };
    const row = learningRow({ tags: 'rag' });
    expect(sent(learningForm, { tags }, [row])).toMatchObject({ tags: 'rag,evals' });
    expect(columnsOf(learningForm, { tags }, (column) => column === 'tags', [row])).toEqual({
      tags: 'rag,evals',
    });
  });
});

describe('words', () => {
  it.each([
    [commentaryForm, 'Title and content are required', ['title', 'content']],
    [projectForm, 'Please fill in all required fields', ['title', 'description']],
    [trackForm, 'Title and artist are required', ['title', 'artist']],
    [resourceForm, 'Title and description are required.', ['title', 'description']],
    [toolForm, 'Name, tag, and hyperlink are required', ['name', 'tag', 'hyperlink']],
    [learningForm, 'Title and description are required', ['title', 'description']],
    [friendForm, 'Name is required', ['name']],
  ] as [AnyForm, string, string[]][])('FORM-1: what $one needs', (form, words, columns) => {
    expect(form.missing).toBe(words);
    expect(missingColumns(form, valuesOf(form, null))).toEqual(columns);
    expect(missingColumns(form, valuesOf(form, null), true)).toEqual(columns.slice(0, 1));
    // White space; letters without a shape; a mark of direction, a joiner and a selector; a blank of Braille.
    for (const blank of [
      ' \n',
      '\u3164\u115f',
      '\u200b\u202e\u2060\ufe0f',
      '\u2800',
      '\ufeff\u00ad',
    ]) {
      const blanks = Object.fromEntries(columns.map((column) => [column, blank]));
      expect(missingColumns(form, blanks)).toEqual(columns);
    }
    const seen = Object.fromEntries(columns.map((column) => [column, '\u200b🏴\u200d☠️']));
    expect(missingColumns(form, seen)).toEqual([]);
  });

  it('FORM-3 FORM-4 FORM-5 DATA-5: of success, failure and the question before deleting', () => {
    expect(doneWords(commentaryForm, 'add')).toBe('Commentary added successfully');
    expect(doneWords(commentaryForm, 'delete')).toBe('Commentary deleted successfully');
    expect(doneWords(toolForm, 'update')).toBe('AI tool updated successfully');
    const failures = forms.map((form) => [
      failedWords(form, 'add', '$1.'),
      failedWords(form, 'update', '$1.'),
      failedWords(form, 'delete', '$1.'),
    ]);
    expect(failures).toEqual([
      ['Failed to add commentary', 'Failed to update commentary', 'Failed to delete commentary'],
      [
        'Failed to create project: $1.',
        'Failed to update project: $1.',
        'Failed to delete project',
      ],
      ['Failed to add track', 'Failed to update track', 'Failed to delete track'],
      [
        'Failed to add resource: $1.',
        'Failed to update resource: $1.',
        'Failed to delete resource: $1.',
      ],
      ['Failed to add AI tool', 'Failed to update AI tool', 'Failed to delete AI tool'],
      ['Failed to add learning', 'Failed to update learning', 'Failed to delete learning'],
      ['Failed to add friend', 'Failed to update friend', 'Failed to delete friend'],
    ]);
    expect(forms.filter((form) => !form.confirmsDelete)).toEqual([resourceForm]);
    expect(confirmWords(toolForm)).toBe('Are you sure you want to delete this AI tool?');
    expect(editLabel(learningForm, 'add', 'Chunking')).toBe('Add learning “Chunking”');
    expect(editLabel(learningForm, 'update', 'x'.repeat(61))).toBe(
      `Edit learning “${'x'.repeat(59)}…”`,
    );
  });
});

describe('the changes that were typed into a form', () => {
  const row = friendRow({ name: 'Ada', role: 'poet', bio: null });
  const saved = valuesOf(friendForm, row);
  const later = (columns: object) => valuesOf(friendForm, { ...row, ...columns });

  it('are the differences from the item; a value typed back is no change', () => {
    const typed = withTyped(nothingTyped, saved, 'name', 'Ada L.');
    expect(shownValues(typed, saved)).toEqual({ ...saved, name: 'Ada L.' });
    expect(isTyped(withTyped(typed, saved, 'name', 'Ada'))).toBe(false);
    expect(isTyped(withoutTyped(typed, 'name'))).toBe(false);
  });

  it('E7: leave untouched fields to follow the item; touched ones say that the item differs', () => {
    const typed = withTyped(nothingTyped, saved, 'name', 'Ada L.');
    expect(changedSince(typed, later({ role: 'countess' }))).toEqual([]);
    expect(shownValues(typed, later({ role: 'countess' }))).toMatchObject({ role: 'countess' });
    expect(changedSince(typed, later({ name: 'A. Lovelace' }))).toEqual(['name']);
    expect(changedSince(typed, later({ name: 'Ada L.' }))).toEqual([]);
  });

  it('compare with the value from when each field was first touched', () => {
    const now = later({ role: 'countess' });
    const typed = withTyped(withTyped(nothingTyped, saved, 'name', 'A'), now, 'role', 'analyst');
    expect(changedSince(typed, now)).toEqual([]);
    expect(typed.from).toEqual({ name: 'Ada', role: 'countess' });
  });

  it('E2: come back from a draft with the values they were typed over', () => {
    const typed = withTyped(nothingTyped, saved, 'role', 'analyst');
    const draft = toDraft(typed, saved, false);
    expect(fromDraft(friendForm, draft, saved)).toEqual(typed);
    const now = later({ role: 'countess', bio: 'Notes' });
    const back = fromDraft(friendForm, draft, now);
    expect(shownValues(back, now)).toMatchObject({ role: 'analyst', bio: 'Notes' });
    expect(changedSince(back, now)).toEqual(['role']);
    expect(isTyped(fromDraft(friendForm, draft, later({ role: 'analyst' })))).toBe(false);
  });

  it('take what fits from a draft of another version of the app', () => {
    const start = valuesOf(resourceForm, null);
    const kept = { title: 'Kept', type: 'hologram', tags: ['rag'], description: 7, gone: 'x' };
    expect(readValues(resourceForm, kept, start)).toEqual({ ...start, title: 'Kept' });
    expect(readValues(resourceForm, null, start)).toEqual(start);
    const typed = fromDraft(resourceForm, { fields: kept, from: null }, start);
    expect(typed.typed).toEqual({ title: 'Kept' });
  });
});

describe('FORM-6: a Spotify link', () => {
  it.each([
    ['https://open.spotify.com/track/5W3cjX2J3tjhG8zb6u0qHn', 'track'],
    ['https://open.spotify.com/intl-de/track/5W3cjX2J3tjhG8zb6u0qHn?si=1', 'track'],
    [' open.spotify.com/episode/7makk4oTQel546B0PZlDM5 ', 'episode'],
  ])('%s names a track or an episode', (link, kind) => {
    expect(spotifyItem(link)).toMatchObject({ kind, id: expect.stringMatching(/^\w{22}$/) });
  });

  it.each([
    ['https://example.com/track/1', 'no-item'],
    ['https://open.spotify.com/album/1', 'no-item'],
    ['https://notspotify.com/track/1', 'no-item'],
    ['https://open.spotify.com/track/', 'no-id'],
    ['https://open.spotify.com/track/%F0', 'no-id'],
  ])('%s does not', (link, why) => {
    expect(spotifyItem(link)).toBe(why);
  });

  it('FORM-7: has placeholders for what is not known', () => {
    expect(placeholderInfo({ kind: 'track', id: 'x1' })).toEqual({
      title: 'Spotify track x1',
      artist: 'Unknown Artist',
      album: 'Unknown Album',
    });
    const told = Object.values(placeholderInfo({ kind: 'episode', id: 'x1' }));
    expect(told.map(isPlaceholder)).toEqual([true, true, true]);
    expect(isPlaceholder('Spotify track of my life')).toBe(false);
  });
});
