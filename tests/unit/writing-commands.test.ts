import { describe, expect, it } from 'vitest';
import {
  bold,
  bullets,
  type Command,
  continued,
  fence,
  heading,
  indented,
  italic,
  linkOver,
  linkTo,
  numbers,
  pageLink,
  pictureAt,
  quote,
  taskList,
} from '../../src/features/writing/commands.ts';
import type { Selected, TextEdit } from '../../src/features/writing/text-edit.ts';

/** `a «b» c`: a text with a selection; `a | c`: with a caret. */
function read(shown: string): Selected {
  const from = shown.search(/[«¦]/);
  const text = shown.replace(/[«»¦]/g, '');
  return { text, from, to: shown.includes('«') ? shown.indexOf('»') - 1 : from };
}

function show({ text }: Selected, { from, to, insert, select }: TextEdit): string {
  const next = text.slice(0, from) + insert + text.slice(to);
  if (select.from === select.to) return `${next.slice(0, select.from)}¦${next.slice(select.from)}`;
  return `${next.slice(0, select.from)}«${next.slice(select.from, select.to)}»${next.slice(select.to)}`;
}

const done = (command: Command, before: string) => show(read(before), command(read(before)));
const doneIfAny = (command: (selected: Selected) => TextEdit | null, before: string) => {
  const edit = command(read(before));
  return edit === null ? null : show(read(before), edit);
};

describe('WRITE-5: a command', () => {
  it.each([
    ['bold', bold, 'a «b» c', 'a **«b»** c'],
    ['bold, twice', bold, 'a **«b»** c', 'a «b» c'],
    ['bold, of words with blanks at their ends', bold, 'a« b »c', 'a **«b»** c'],
    ['bold, of nothing', bold, 'a ¦', 'a **¦**'],
    ['italic', italic, 'a «b» c', 'a *«b»* c'],
    ['italic, in bold', italic, 'a **«b»** c', 'a ***«b»*** c'],
    ['bold, taken from both', bold, 'a ***«b»*** c', 'a *«b»* c'],
    ['link', linkTo, 'a «b» c', 'a [b](¦) c'],
    ['link, of an address', linkTo, '«https://a.example»', '[¦](https://a.example)'],
    ['picture', pictureAt, '«A cat»', '![A cat](¦)'],
    ['link by name', pageLink, 'see ¦', 'see [[¦'],
    ['link by name, of words', pageLink, 'see «RAG»', 'see [[RAG]]¦'],
    ['heading', heading, 'a ¦b', '## a ¦b'],
    ['heading, twice', heading, '## a¦', '### a¦'],
    ['heading, three times', heading, '### a¦', 'a¦'],
    ['list', bullets, '«a\nb»', '«- a\n- b»'],
    ['list, twice', bullets, '«- a\n- b»', '«a\nb»'],
    ['list, of a numbered one', bullets, '«1. a\n2. b»', '«- a\n- b»'],
    ['numbers', numbers, '«- a\n- b»', '«1. a\n2. b»'],
    ['tasks', taskList, 'x\n¦a', 'x\n- [ ] ¦a'],
    ['tasks, of a list', taskList, '«- a\n- b»', '«- [ ] a\n- [ ] b»'],
    ['quote', quote, '«a\nb»\nc', '«> a\n> b»\nc'],
    ['quote, twice', quote, '> ¦a', '¦a'],
    ['code block', fence, 'a\n«let x»\nb', 'a\n```¦\nlet x\n```\nb'],
    ['code block, of one', fence, '«```\nx\n```»', '````¦\n```\nx\n```\n````'],
    ['code block, within a line', fence, 'a ¦', 'a \n```¦\n\n```'],
  ] as const)('%s', (_, command, before, after) => {
    expect(done(command, before)).toBe(after);
  });
});

describe('WRITE-5: Enter', () => {
  it.each([
    ['goes on with a list', '- a¦', '- a\n- ¦'],
    ['in the middle of an item', '- a¦b', '- a\n- ¦b'],
    ['counts', '9. a¦', '9. a\n10. ¦'],
    ['goes on with a task that is to do', '- [x] a¦', '- [x] a\n- [ ] ¦'],
    ['keeps the indent', '- a\n  - b¦', '- a\n  - b\n  - ¦'],
    ['goes on with a quote', '> a¦', '> a\n> ¦'],
    ['ends a list at an item without words', '- a\n- ¦', '- a\n¦'],
    ['is a line elsewhere', 'a¦', null],
    ['is a line in code', '```\n- a¦', null],
    ['is a line in the mark of an item', '-¦ a', null],
  ])('%s', (_, before, after) => {
    expect(doneIfAny(continued, before)).toBe(after);
  });
});

describe('WRITE-5: Tab', () => {
  it.each([
    ['indents an item', '- a¦', '  - a¦'],
    ['indents code', '```\na¦', '```\n  a¦'],
    ['indents all lines of a list', '«- a\n- b»', '«  - a\n  - b»'],
    ['leaves the field elsewhere', 'a¦', null],
    ['leaves the field behind code', '```\na\n```\nb¦', null],
  ])('%s', (_, before, after) => {
    expect(doneIfAny((selected) => indented(selected, false), before)).toBe(after);
  });

  it.each([
    ['takes an indent back', '  - a¦', '- a¦'],
    ['leaves the field where there is none', '- a¦', null],
  ])('with Shift %s', (_, before, after) => {
    expect(doneIfAny((selected) => indented(selected, true), before)).toBe(after);
  });
});

it.each([
  ['words', 'a «b» c', 'a [b](https://a.example)¦ c'],
  ['nothing', 'a ¦', null],
  ['an address', '«https://b.example»', null],
  ['code', '```\n«b»', null],
  ['several lines', '«a\nb»', null],
])('WRITE-6: an address that is pasted over %s', (_, before, after) => {
  expect(doneIfAny((selected) => linkOver(selected, ' https://a.example\n'), before)).toBe(after);
});
