import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as names from '../../src/lib/built-page.ts';

/** The names that index.html and styles.css cannot import, and the drawing in docs/first-visit.md, agree with the code. */

const read = (file: string) => readFileSync(file, 'utf8');

describe('the words of a built page', () => {
  it.each([
    ['index.html', `meta[name="${names.BUILT_FOR}"]`],
    ['index.html', `dataset.${names.ELSEWHERE} =`],
    ['index.html', `getElementById('${names.SCRIPTS_AFTER_PAINT}')`],
    ['index.html', ` ${names.OF_PAGE} />`],
    ['src/styles.css', `[data-${names.ELSEWHERE}] #${names.BUILT}`],
    ['src/styles.css', `main:has([${names.LOADING}])`],
    ['src/ui/spinner.tsx', names.LOADING],
    ['src/ui/skeleton.tsx', names.LOADING],
    ['src/features/project/board-column.tsx', names.LOADING],
  ])('are in %s: %s', (file, words) => {
    expect(read(file)).toContain(words);
  });

  it('take everything out of the page that a device keeps', () => {
    expect(names.withoutBuilt(`<p>${names.builtOnly('content')}</p>`)).toBe('<p></p>');
  });
});

describe('the drawing of the first visit', () => {
  const picture = /```mermaid\n([\s\S]*?)```/.exec(read('docs/first-visit.md'))?.[1] ?? '';
  const nodes = new Map(
    [...picture.matchAll(/^ {2}(\w+)\["([^"]+)"\]$/gm)].map(([, id = '', file = '']) => [id, file]),
  );
  const fileOf = (node = '') => nodes.get(node) ?? node;
  const imports = picture
    .split('\n')
    .filter((line) => line.includes(' --> '))
    .flatMap((line) => {
      const stops = line.trim().split(' --> ');
      return stops.slice(1).map((to, place) => [fileOf(stops[place]), fileOf(to)] as const);
    });
  const handed = [...picture.matchAll(/^ {2}(\w+) -\.->\|"([^"]+)"\| (\w+)$/gm)].map(
    ([, from, name = '', to]) => [fileOf(from), name, fileOf(to)] as const,
  );

  it('names files that are there', () => {
    expect(nodes.size).toBeGreaterThan(8);
    expect([...nodes.values()].filter((file) => !existsSync(file))).toEqual([]);
    expect(imports.length + handed.length).toBeGreaterThan(10);
  });

  it.each(imports)('%s imports %s', (from, to) => {
    const imported = [...read(from).matchAll(/\bfrom '(\.[^']+)'/g)].map(([, path = '']) =>
      join(dirname(from), path),
    );
    expect(imported).toContain(to);
  });

  it.each(handed)('%s hands over %s to %s', (from, name, to) => {
    const silent = [from, to]
      .filter((file) => existsSync(file))
      .filter((file) => !read(file).includes(name));
    expect(silent).toEqual([]);
  });
});
