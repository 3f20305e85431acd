import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

const sources = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => `${folder}/${file}`);

const repeated = (names: readonly string[]) => [
  ...new Set(names.filter((name, i) => names.indexOf(name) !== i)),
];

it('no two files of src/ have one name: read alone, it says which file is meant', () => {
  expect(repeated(sources('src').map((file) => basename(file).replace(/\.tsx?$/, '')))).toEqual([]);
});

it('each migration has a version of its own, by which a database knows it', () => {
  const versions = readdirSync(join(root, 'supabase/migrations')).map((file) => file.split('_')[0]);
  expect(repeated(versions as string[])).toEqual([]);
});

it('an exported name means one thing in all of src/ and tools/', () => {
  const declared = /^export (?:async )?(?:const|let|function\*?|class|type|interface) (\w+)/gm;
  const names = [...sources('src'), ...sources('tools')].flatMap((file) =>
    // A function's overloads share its name.
    [
      ...new Set(
        [...readFileSync(join(root, file), 'utf8').matchAll(declared)].map(([, name]) => name),
      ),
    ],
  );
  expect(repeated(names as string[])).toEqual([]);
});
