import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

/** Documents and comments name files that exist. Decision records describe their day, and may name files that have gone. */

const folders = ['src', 'tools', 'tests', 'supabase', 'docs'];
const files = folders
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  // What `npm run bench` installs is not ours.
  .filter((file) => !file.includes('node_modules'));
const documents = [
  ...readdirSync('.').filter((file) => file.endsWith('.md')),
  ...files.filter((file) => file.endsWith('.md')),
];

it.each(documents)('the links in %s lead somewhere', (document) => {
  const links = [...readFileSync(document, 'utf8').matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
    .map(([, link]) => link ?? '')
    .filter((link) => !/^[a-z]+:/.test(link));
  expect(links.filter((link) => !existsSync(join(dirname(document), link)))).toEqual([]);
});

it.each(documents.filter((document) => !/docs\/decisions\//.test(document)))(
  'the files that %s names are there',
  (document) => {
    // `mirror/apply.ts` may stand for `src/engine/mirror/apply.ts`.
    const named = [...readFileSync(document, 'utf8').matchAll(/`([\w./-]+\.(?:tsx?|sql))`/g)]
      .map(([, file]) => file ?? '')
      .filter((file) => !existsSync(file));
    const gone = named.filter((name) => !files.some((file) => `/${file}`.endsWith(`/${name}`)));
    expect(gone).toEqual([]);
  },
);

it('the files that comments name are there', () => {
  const there = [...readdirSync('.'), ...files].map((file) => `/${file}`);
  const gone = files
    .filter((file) => /\.(tsx?|sql|css)$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      const comments = text.match(
        file.endsWith('.sql') ? /--.*/g : /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g,
      );
      return [
        ...(comments ?? [])
          .join('\n')
          .matchAll(/(?<![\w./-])\/?([\w.-][\w./-]*\.(?:tsx?|sql|md))\b/g),
      ]
        .map(([, name]) => (name ?? '').replace(/^(\.\.?\/)+/, ''))
        .filter((name) => !there.some((path) => path.endsWith(`/${name}`)))
        .map((name) => `${file}: ${name}`);
    });
  expect(gone).toEqual([]);
});
