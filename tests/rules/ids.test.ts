import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * Ids lead from code and tests to the documents: `BOARD-2` to docs/requirements.md, `E15` to docs/scenarios.md, `R9`
 * and `invariant 4` to src/engine/SPEC.md.
 */

const promises = readPromises('docs/requirements.md', /^- \*\*([A-Z]+-\d+)\*\*/gm);
const requirements = promises.ids;
const played = readPromises('docs/scenarios.md', /^\| \*{0,2}([A-Z]\d+)\*{0,2} +\|/gm);
const scenarios = played.ids;
const [spec = '', proofs = ''] = read('src/engine/SPEC.md').split('\n## Proofs');
const rules = all(spec, /^\| (R\d+) +\|/gm);
const invariants = all(spec, /^\| (\d) +\|/gm);

const files = ['src', 'tools', 'tests', 'supabase', 'docs', '.']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: folder !== '.', encoding: 'utf8' }).map((file) =>
      join(folder, file),
    ),
  )
  // What `npm run bench` installs is not ours.
  .filter((file) => /\.(tsx?|sql|md)$/.test(file) && !file.includes('node_modules'))
  .filter((file) => file !== 'tests/rules/ids.test.ts');
const tests = files.filter((file) => /\.(test|spec)\.tsx?$/.test(file));
const titles = new Map(tests.map((file) => [file, titlesIn(read(file))]));

describe('an id', () => {
  it.each([
    ['docs/requirements.md', requirements],
    ['docs/scenarios.md', scenarios],
    ['src/engine/SPEC.md', rules],
  ])('of %s is given once', (_, ids) => {
    expect(ids.length).toBeGreaterThan(20);
    expect([...new Set(ids)]).toEqual(ids);
  });

  it('that a comment, a title or a document names is there', () => {
    const known = new Set([...requirements, ...scenarios, ...rules]);
    const unknown = files.flatMap((file) =>
      namedIn(file)
        .filter((id) => !known.has(id))
        .map((id) => `${file} names ${id}, which ${homeOf(id)} does not give`),
    );
    expect(unknown).toEqual([]);
  });

  it('is what points to a requirement: nothing names a section of a document that is elsewhere', () => {
    const sections = files.filter((file) =>
      /\b[Ss]pec(ification)?,? sections? \d|\bthe spec\b|\bspec[’']s\b/.test(textIn(file)),
    );
    expect(sections).toEqual([]);
  });
});

describe('an invariant', () => {
  it('that is named by its number is there', () => {
    expect(invariants).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9']);
    const named = files.flatMap((file) => all(textIn(file), /\binvariants? (\d+)/g));
    expect(named.filter((number) => !invariants.includes(number))).toEqual([]);
  });
});

describe('a rule of the engine', () => {
  const proved = [...proofs.matchAll(/^\| (R\d+) +\| (.+?) +\|$/gm)].map(([, rule, by]) => ({
    rule: rule ?? '',
    by: by ?? '',
  }));

  const held = [...spec.matchAll(/^\| (R\d+) +\| .+? +\| (.+?) +\|$/gm)].map(([, rule, by]) => ({
    rule: rule ?? '',
    by: by ?? '',
  }));

  it('stands among the proofs', () => {
    expect(proved.map(({ rule }) => rule)).toEqual(rules);
  });

  it.each(proved)(
    '$rule is the beginning of a title in each file that proves it',
    ({ rule, by }) => {
      const named = all(by, /`([^`]+)`/g);
      expect(named).not.toEqual([]);
      const silent = named.filter(
        (file) => !titles.get(file)?.some((title) => idsAtStart(title).includes(rule)),
      );
      expect(silent).toEqual([]);
    },
  );

  it('is named by a comment in each file that holds it', () => {
    const silent = held.flatMap(({ rule, by }) =>
      all(by, /`((?:engine|lib|sw)\/[^`]+\.tsx?)`/g)
        .map((file) => `src/${file}`)
        .filter((file) => !files.includes(file) || !namedIn(file).includes(rule))
        .map((file) => `${rule}: say in ${file} what holds it`),
    );
    expect(silent).toEqual([]);
  });

  it('names files of the engine that are there', () => {
    const named = all(spec, /`((?:engine|lib|sw)\/[^`]+\.tsx?)`/g);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((file) => !files.includes(`src/${file}`))).toEqual([]);
  });
});

describe.each([
  ['a requirement', promises],
  ['a scenario', played],
])('%s', (_, { file, ids, withoutTest }) => {
  it('is named by the title of a test, or listed as having none', () => {
    const named = new Set([...titles.values()].flat().flatMap((title) => idsOf(title)));
    const silent = ids
      .filter((id) => !named.has(id) && !withoutTest.includes(id))
      .map(
        (id) => `${id} of ${file}: begin a test's title with it, or list it at the end of ${file}`,
      );
    const spoken = withoutTest
      .filter((id) => named.has(id) || !ids.includes(id))
      .map((id) => `${id}: take it out of the list at the end of ${file}`);
    expect([...silent, ...spoken]).toEqual([]);
  });
});

function read(file: string): string {
  return readFileSync(file, 'utf8');
}

/** The document whose ids look like this one. */
function homeOf(id: string): string {
  if (id.includes('-')) return promises.file;
  return id.startsWith('R') ? 'src/engine/SPEC.md' : played.file;
}

/** The matches of a pattern's first group. */
function all(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, id]) => id ?? '');
}

/** A document's ids, and those in the table at its end, which no test proves. */
function readPromises(file: string, pattern: RegExp) {
  const [tables = '', untested = ''] = read(file).split('\n## Without a test of their own');
  const withoutTest = all(untested, /^\| ([A-Z]+-?\d+(?:, [A-Z]+-?\d+)*) +\|/gm);
  return {
    file,
    ids: all(tables, pattern),
    withoutTest: withoutTest.flatMap((ids) => ids.split(', ')),
  };
}

/** Comments and titles of code; a document is all text. */
function textIn(file: string): string {
  const text = read(file);
  if (file.endsWith('.md')) return text;
  const comments =
    text.match(file.endsWith('.sql') ? /--.*/g : /\/\*[\s\S]*?\*\/|\/\/ .*/g)?.join('\n') ?? '';
  return `${comments}\n${(titles.get(file) ?? []).join('\n')}`;
}

function namedIn(file: string): string[] {
  return idsOf(textIn(file));
}

/** `UTF-8` is not one, nor are the ids of other documents. */
function idsOf(text: string): string[] {
  return all(text, /(?<![\w-])([A-Z]{3,}-\d+|[A-Z][1-9]\d?)(?![\w-])/g).filter(
    (id) => !/^(UTF|SHA|RFC)-/.test(id),
  );
}

function idsAtStart(title: string): string[] {
  return /^((?:[A-Z]\d+ )*[A-Z]\d+):? /.exec(title)?.[1]?.split(' ') ?? [];
}

/** The titles of tests and of groups of them. */
function titlesIn(text: string): string[] {
  const title =
    /(?:\b(?:it|test|describe)(?:\.\w+)*\(|\)\(|ids: |^\s*)\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/gm;
  return [...text.matchAll(title)].map(([, a, b, c]) => a ?? b ?? c ?? '');
}
