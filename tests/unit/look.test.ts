import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

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
