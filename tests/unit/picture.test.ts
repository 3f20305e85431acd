import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** The drawing of an edit's way in docs/architecture.md agrees with the code. */

const picture =
  /```mermaid\n([\s\S]*?)```/.exec(readFileSync('docs/architecture.md', 'utf8'))?.[1] ?? '';

const nodes = new Map(
  [...picture.matchAll(/^ {2}(\w+)\[[("]*([^\])"]+)[)"]*\]$/gm)].map(([, id, label]) => [
    id ?? '',
    label ?? '',
  ]),
);

interface Arrow {
  readonly from: string;
  readonly to: string;
  /** The name that is handed over; null for an import. */
  readonly name: string | null;
}

/** `a --> b --> c` is two arrows, `a -.->|"name"| b` is one. */
const arrows = picture.split('\n').flatMap((line): Arrow[] => {
  const handed = /^ {2}(\w+) -\.->\|"([^"]+)"\| (\w+)$/.exec(line);
  if (handed !== null) {
    const [, from = '', name = '', to = ''] = handed;
    return [{ from, to, name }];
  }
  const stops = line.includes('-->') ? line.trim().split(' --> ') : [];
  return stops.slice(1).map((to, place) => ({ from: stops[place] ?? '', to, name: null }));
});

const fileOf = (node: string) => nodes.get(node) ?? `${node}, which is no node`;
const isFile = (node: string) => fileOf(node).includes('/');

describe('the picture of an edit’s way', () => {
  it('names files that are there', () => {
    const files = [...nodes.keys()].filter(isFile).map(fileOf);
    expect(files.length).toBeGreaterThan(14);
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
  });

  it('is one way: an arrow leads to every node but the first, and from every node but the last', () => {
    const [first, ...others] = nodes.keys();
    const last = [...nodes.keys()].at(-1);
    expect(others.filter((node) => !arrows.some(({ to }) => to === node))).toEqual([]);
    expect(
      [first, ...others].filter(
        (node) => node !== last && !arrows.some(({ from }) => from === node),
      ),
    ).toEqual(['http', 'sql']);
  });

  it.each(arrows.filter(({ name }) => name === null))('$from imports $to', ({ from, to }) => {
    const [file, imported] = [fileOf(from), fileOf(to)];
    const imports = [...readFileSync(file, 'utf8').matchAll(/\bfrom '(\.[^']+)'/g)].map(
      ([, path]) => join(dirname(file), path ?? ''),
    );
    expect(imports).toContain(imported);
  });

  it.each(arrows.filter(({ name }) => name !== null))(
    '$from hands $name to $to',
    ({ from, to, name }) => {
      const silent = [from, to]
        .filter(isFile)
        .filter((node) => !readFileSync(fileOf(node), 'utf8').includes(name ?? ''));
      expect(silent).toEqual([]);
    },
  );
});
