import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { codeSorts } from '../../src/ui/highlight-code.ts';
import { standInGrounds } from '../../src/ui/picture.tsx';

/** Rules of the looks that can be read in the style sheet and in the components, without a browser. */

const styles = readFileSync('src/styles.css', 'utf8');
const components = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx'))
  .map((file) => ({ file, text: readFileSync(join('src', file), 'utf8') }));

/** The value of a token in px. */
function px(token: string): number {
  const [, rem] = new RegExp(`--${token}: ([\\d.]+)rem;`).exec(styles) ?? [];
  return Number(rem) * 16;
}

it('LOOK-2: headings are set in Bricolage Grotesque and text in Figtree, from files of the site', () => {
  expect(styles).toMatch(/--font-text: "Figtree Variable"/);
  expect(styles).toMatch(/--font-display: "Bricolage Grotesque Variable"/);
  const sources = [...styles.matchAll(/url\("([^"]+)"\)/g)].map(([, address]) => address ?? '');
  expect(sources.filter((address) => address.startsWith('@fontsource'))).toHaveLength(2);
  expect(sources.filter((address) => address.includes('://'))).toEqual([]);
});

it('LOOK-3: components use the colours of the tokens, and none of their own', () => {
  expect(styles).toContain('--color-*: initial;');
  const colour = /(?:\[#[\da-f]{3,8}\]|['"]#[\da-f]{3,8}['"]|\b(?:rgb|hsl|oklch)\()/i;
  expect(components.filter(({ text }) => colour.test(text)).map(({ file }) => file)).toEqual([]);
  const white =
    /class(?:Name)?="[^"]*(?:bg-coral[^"]*text-(?:paper|surface)|text-(?:paper|surface)[^"]*bg-coral)/;
  expect(components.filter(({ text }) => white.test(text)).map(({ file }) => file)).toEqual([]);
});

/** The two values of a colour's token: by day, by night. */
function colours(token: string): readonly string[] {
  const value = new RegExp(`--color-${token}: light-dark\\((#[\\da-f]{6}), (#[\\da-f]{6})\\);`);
  const [, ...found] = value.exec(styles) ?? [];
  expect([token, found.length]).toEqual([token, 2]);
  return found;
}

/** How bright a colour is, as WCAG defines it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const [, ofCode = ''] =
  /@media screen and \(forced-colors: none\) \{((?:\s*& \[data-token="\w+"\] \{[^}]*\})+)\s*\}/.exec(
    styles,
  ) ?? [];
const tokensOfCode = [...ofCode.matchAll(/--color-([\w-]+)/g)].map(([, token]) => token ?? '');

it('LOOK-3 LEARNING-2: each sort of code has a colour on screens, with a contrast of 4.5 on the block’s ground', () => {
  const sorts = [...ofCode.matchAll(/data-token="(\w+)"/g)].map(([, sort]) => sort);
  expect(sorts.sort()).toEqual(Object.keys(codeSorts).sort());
  // Nothing that could change a width.
  expect(ofCode.match(/[\w-]+(?=: )/g)).toEqual(sorts.map(() => 'color'));
  expect(styles.match(/data-token/g)).toHaveLength(sorts.length);
  expect(styles).toMatch(/& pre \{[^}]*background: var\(--color-sunken\);/);
  for (const token of tokensOfCode) {
    const grounds = colours('sunken');
    const ratios = colours(token).map((colour, at) => contrast(colour, grounds[at] ?? ''));
    expect([token, Math.min(...ratios) >= 4.5]).toEqual([token, true]);
  }
});

it('LOOK-8: the lines of a clamped text are whole, so that it ends after a word', () => {
  expect(styles).toMatch(/@utility line-clamp-\* \{\s*--lines: --value\(integer\);/);
  const [, clamped = ''] =
    /:is\(p, div, \.rounded-card :is\(h2, h3, h4\)\)\[class\*="line-clamp-"\] \{(.*?)\}/s.exec(
      styles,
    ) ?? [];
  expect(clamped).toMatch(/-webkit-line-clamp: none;/);
  expect(clamped).toMatch(/max-height: calc\(var\(--lines\) \* 1lh \+ 2px\);/);
});

it('PROJECTS-4: the letter that stands in for a picture has a contrast of 4.5 on each of its grounds', () => {
  const only = (token: string) =>
    new RegExp(`--color-${token}: (#[\\da-f]{6});`).exec(styles)?.[1] ?? '';
  for (const ground of standInGrounds) {
    const ratio = contrast(only('ink-coral'), only(ground.slice('bg-'.length)));
    expect([ground, ratio >= 4.5]).toEqual([ground, true]);
  }
});

it('DIFF-13: long texts lie on sheets with a margin line, on screens only', () => {
  const sheets = components.filter(({ text }) => /className="margin-line /.test(text));
  expect(sheets.map(({ file }) => file).sort()).toEqual(
    expect.arrayContaining(['content/learnings/learning-sheet.tsx', 'ui/entry-card.tsx']),
  );
  const [, line = ''] = /@utility margin-line \{(.*?)\n\}/s.exec(styles) ?? [];
  expect(line).toMatch(/^\s*@media screen \{/);
  expect(line).toMatch(/border-left: 2px solid var\(--color-coral\);/);
  // The pseudo-element asks no container: it follows the padding of its sheet, so it never lies on the text.
  expect(line).toMatch(/left: var\(--line-at\);/);
  const asked = [...line.matchAll(/@container[^{]*\{((?:[^{}]|\{[^{}]*\})*)\}/g)];
  expect(asked.map(([, rules = '']) => /--line-at: 2rem;/.test(rules))).toEqual([true]);
  expect(asked.join('')).not.toContain('::before');
});

it('LOOK-4: cards have a radius of 14 px and controls one of 10, and there is one shadow', () => {
  expect([px('radius-card'), px('radius-control')]).toEqual([14, 10]);
  expect(styles).toContain('--radius-*: initial;');
  expect(styles).toContain('--shadow-*: initial;');
  expect(styles.match(/--shadow-[a-z]+:/g)).toEqual(['--shadow-lifted:']);
});

it('LOOK-12: hovering takes 120 ms, what arrives 200 ms, and a page’s cross-fade 160 ms', () => {
  expect(styles).toContain('--default-transition-duration: 120ms;');
  expect(styles).toContain('animation: arriving 200ms ease-out;');
  expect(styles).toMatch(/::view-transition[^}]*animation-duration: 160ms;/);
  const endless = [...styles.matchAll(/animation: (\w+) [^;]*infinite/g)].map(([, name]) => name);
  // A spinner turns while something loads; see LOOK-10.
  expect(endless).toEqual(['spinning', 'falling']);
});

it('LOOK-7: the dots are one layer behind everything, and none in print, forced colours or high contrast', () => {
  expect(styles).toMatch(/body::before \{[^}]*position: fixed;[^}]*z-index: -1;/);
  for (const media of ['print', '(forced-colors: active)', '(prefers-contrast: more)']) {
    const [, block = ''] = styles.split(`\n@media ${media} {`);
    const [own = ''] = block.split('\n@media');
    expect([media, /body::before[^{]*\{\s*display: none;/.test(own)]).toEqual([media, true]);
  }
});
