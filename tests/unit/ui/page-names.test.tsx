import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { learningRow, projectRow } from '../../support/rows.ts';
import { admin, type Device, field, formOf, newDevice } from '../../support/site.tsx';

/** What is offered behind `[[` in a text that is being written. */

let device: Device;
let box: HTMLTextAreaElement;

beforeEach(async () => {
  device = await newDevice();
  await device.arrive({
    learnings: [
      learningRow({ title: 'Evals before prompts' }),
      learningRow({ title: 'Older evals' }),
      learningRow({ title: 'Evals [draft]' }),
    ],
    projects: [projectRow({ title: 'Evals for the Impatient' })],
  });
  await device.signIn(admin);
  device.open('/admin/learnings/new');
  box = field(await formOf('New learning'), 'Content (Optional)') as unknown as HTMLTextAreaElement;
});

/** @param words with `^` where the caret is */
function typed(words: string): void {
  const caret = words.indexOf('^');
  fireEvent.input(box, { target: { value: words.replace('^', '') } });
  box.setSelectionRange(caret, caret);
  fireEvent.input(box);
}
const key = (name: string, more = {}) => fireEvent.keyDown(box, { key: name, ...more });
const offered = () => screen.findByRole('listbox', { name: 'Pages of this site' });
const names = async () => {
  await offered();
  return screen.getAllByRole('option').map((one) => one.textContent);
};
const chosen = () => screen.getByRole('option', { selected: true }).textContent;
const nothingOffered = () => waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());

describe('WRITE-5: behind two brackets', () => {
  it('the pages on this device are offered whose names have the words, those that begin with them first', async () => {
    typed('See [[evals^');
    expect(await names()).toEqual([
      'Evals before prompts',
      'Evals for the Impatient',
      'Older evals',
    ]);
    typed('See [[evals imp^');
    await waitFor(async () => expect(await names()).toEqual(['Evals for the Impatient']));
    // What comes meanwhile is offered, too.
    await device.arrive({ projects: [projectRow({ title: 'Evals of imps' })] });
    await waitFor(async () =>
      expect((await names()).toSorted()).toEqual(['Evals for the Impatient', 'Evals of imps']),
    );
  });

  it('the box tells of the names in the moment in which they appear', async () => {
    const told: (string | null)[] = [];
    const appears = new MutationObserver(() => {
      if (screen.queryByRole('listbox') !== null) told.push(box.getAttribute('aria-controls'));
    });
    appears.observe(document.body, { childList: true, subtree: true });
    // Not by `fireEvent`, which ends with all effects.
    box.value = '[[evals';
    box.setSelectionRange(7, 7);
    box.dispatchEvent(new Event('input', { bubbles: true }));
    await expect.poll(() => told.length).toBeGreaterThan(0);
    expect(told[0]).toBe(screen.getByRole('listbox').id);
    appears.disconnect();
  });

  it('arrow keys choose in a ring, and Enter or Tab takes the name, of which the box tells', async () => {
    typed('See [[evals^ and more');
    await offered();
    expect(box.getAttribute('aria-activedescendant')).not.toBeNull();
    key('ArrowDown');
    expect(chosen()).toBe('Evals for the Impatient');
    key('ArrowUp');
    key('ArrowUp');
    expect(chosen()).toBe('Older evals');
    key('Enter');
    expect(box.value).toBe('See [[Older evals]] and more');
    expect(box.selectionStart).toBe('See [[Older evals]]'.length);
    await nothingOffered();
    expect(box.getAttribute('aria-activedescendant')).toBeNull();
    typed('[[imp^');
    await offered();
    key('Tab');
    expect(box.value).toBe('[[Evals for the Impatient]]');
  });

  it('by a press, too; and brackets that are closed already are not closed again', async () => {
    typed('See [[imp^]].');
    fireEvent.click(await screen.findByRole('option', { name: 'Evals for the Impatient' }));
    await waitFor(() => expect(box.value).toBe('See [[Evals for the Impatient]].'));
    await nothingOffered();
  });

  it('Escape closes what is offered, and Enter ends the line again', async () => {
    typed('[[evals^');
    await offered();
    key('Escape');
    await nothingOffered();
    expect(key('Enter')).toBe(true);
    expect(box.value).toBe('[[evals');
  });

  it('Enter that confirms a word of an input method takes no name', async () => {
    typed('[[evals^');
    await offered();
    key('Enter', { isComposing: true });
    expect(box.value).toBe('[[evals');
  });

  it.each([
    ['in code', '```\nif [[evals^'],
    ['behind a name that is closed', '[[Older evals]] evals^'],
    ['behind the bar of its words', '[[Older evals|my evals^'],
    ['in another line', '[[\nevals^'],
    ['of a name that no page has', '[[zebra^'],
  ])('nothing is offered %s', async (_, words) => {
    typed('[[evals^');
    await offered();
    typed(words);
    await nothingOffered();
  });

  it('nothing is offered any more once the caret or the focus is elsewhere, and Enter is that of the text', async () => {
    const caretTo = (at: number) => {
      box.setSelectionRange(at, at);
      fireEvent(document, new Event('selectionchange'));
    };
    typed('See [[evals imp^');
    await offered();
    // Within the name fewer of its words count.
    caretTo('See [[evals'.length);
    await waitFor(async () => expect(await names()).toHaveLength(3));
    caretTo(0);
    await nothingOffered();
    expect(key('Enter')).toBe(true);
    expect(box.value).toBe('See [[evals imp');
    typed('[[evals^');
    await offered();
    fireEvent.blur(box);
    await nothingOffered();
  });
});
