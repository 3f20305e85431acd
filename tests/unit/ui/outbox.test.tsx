import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { countInWords } from '../../../src/app/outbox-count.tsx';
import type { BaseRow } from '../../../src/engine/define.ts';
import { setServerRows } from '../../support/device.ts';
import {
  button,
  choose,
  editingDevice,
  main,
  openPage,
  other,
  row,
  section,
  text,
} from '../../support/outbox-page.ts';

let device: Awaited<ReturnType<typeof editingDevice>>;
beforeEach(async () => {
  device = await editingDevice();
});

describe('an empty outbox', () => {
  it('says that everything is on the server, and since when', async () => {
    await openPage(device);
    expect(
      await screen.findByText('Everything is on the server. Nothing waits, nothing was refused.'),
    ).toBeTruthy();
    expect(await screen.findByText('As of today 09:14.')).toBeTruthy();
    expect(main().queryByRole('button', { name: 'Send now' })).toBeNull();
    expect(main().queryByRole('button', { name: 'Export as JSON' })).toBeNull();
    expect(main().getByRole('button', { name: 'Import' })).toBeTruthy();
  });

  it('has nothing for visitors', async () => {
    await device.signIn(null);
    await openPage(device);
    expect(await screen.findByText('There is nothing here.')).toBeTruthy();
    expect(main().queryByRole('button')).toBeNull();
  });

  it('keeps out of search engines', async () => {
    await openPage(device);
    expect(document.querySelector('meta[name="robots"]')?.getAttribute('content')).toBe('noindex');
  });
});

describe('conflicts', () => {
  async function replaced() {
    const mine = await device.edited('Mine');
    await device.send();
    const conflicts = [{ table: 'learnings', id: row.id, column: 'title', was: 'Theirs' }];
    await device.refuse([{ id: mine.id, outcome: 'applied', first: 'applied', conflicts }]);
    await setServerRows(device.database, 'learnings', [{ ...row, title: 'Mine' } as BaseRow]);
    await openPage(device);
    return section('Changed elsewhere');
  }

  it('are shown (E7, Y22)', async () => {
    const notices = await replaced();
    await button('Keep mine for “Title” of learning “Mine”');
    expect(text(notices)).toContain(
      '“Title” of learning “Mine” had been changed elsewhere to “Theirs”; yours replaced it.',
    );
  });

  it('are undone by Use theirs', async () => {
    await replaced();
    await choose('Use theirs for “Title” of learning “Mine”');
    expect(text(await section('Waiting'))).toContain('Title: “Mine” → “Theirs”');
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: 'Changed elsewhere' })).toBeNull(),
    );
  });

  it('are dismissed by Keep mine', async () => {
    await replaced();
    await choose('Keep mine for “Title” of learning “Mine”');
    await screen.findByText(/^Everything is on the server\./);
    expect((await device.editor.outbox()).waiting).toEqual([]);
  });

  it('stay, with the reason, if the item is gone', async () => {
    await replaced();
    await setServerRows(device.database, 'learnings', [], [row.id]);
    await choose('Use theirs for “Title” of the learning');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'It was deleted meanwhile. Nothing was changed.',
    );
    expect(await section('Changed elsewhere')).toBeTruthy();
  });
});

describe('the way to the outbox', () => {
  const way = () => screen.queryByRole('link', { name: /edit/, hidden: true });

  it('is there when edits wait or were refused, and says how many', async () => {
    const bad = await device.edited('Bad');
    await device.edited('Good', other.id);
    device.open('/contact');
    expect(await screen.findByRole('link', { name: '2 edits waiting' })).toBeTruthy();
    await device.refuse([{ id: bad.id, code: '42501' }]);
    const link = await screen.findByRole('link', { name: '1 edit waiting, 1 needs you' });
    expect(link.getAttribute('href')).toBe('/admin/outbox');
  });

  it('is not there while nothing waits, nor for visitors', async () => {
    device.open('/contact');
    await screen.findByRole('link', { name: 'Admin' });
    expect(way()).toBeNull();
    await device.signIn(null);
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Admin' })).toBeNull());
    expect(way()).toBeNull();
  });

  it.each([
    [1, 0, '1 edit waiting'],
    [3, 1, '3 edits waiting, 1 needs you'],
    [1, 2, '1 edit waiting, 2 need you'],
    [0, 1, '1 edit needs you'],
    [0, 2, '2 edits need you'],
  ])('%i waiting and %i refused: %s', (waiting, rejected, words) =>
    expect(countInWords(waiting, rejected)).toBe(words),
  );

  it('is told of politely when an edit is refused, from a region that was there before (A12)', async () => {
    const bad = await device.edited('Bad');
    device.open('/contact');
    await screen.findByRole('link', { name: '1 edit waiting' });
    const regions = screen.getAllByRole('status');
    await device.refuse([{ id: bad.id, code: '42501' }]);
    const said = await screen.findByText(
      'Refused by the server: Edit learning “Bad”. 1 edit in the outbox needs you.',
    );
    expect(regions).toContain(said);
    await device.editor.retry(bad.id);
    await waitFor(() => expect(said.textContent).toBe(''));
  });

  it('does not announce earlier refusals again', async () => {
    const bad = await device.edited('Bad');
    await device.refuse([{ id: bad.id, code: '42501' }]);
    device.open('/contact');
    await screen.findByRole('link', { name: '1 edit needs you' });
    expect(screen.queryByText(/Refused by the server/)).toBeNull();
  });
});
