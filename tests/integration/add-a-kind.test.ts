import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from '@playwright/test';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { typeCredentials } from '../support/admin-at-work.ts';
import { browserArguments, findBrowser } from '../support/browser.ts';
import { startEmbedded } from '../support/embedded.ts';
import { eventually } from '../support/eventually.ts';
import {
  compiledSource,
  copyTracked,
  runIn,
  type Step,
  sectionOf,
  stepsIn,
  take,
} from '../support/followed-guide.ts';

/**
 * Follows 'Add a kind' of CONTRIBUTING.md to the letter in a copy of the repository: its blocks are written to their
 * files. The compiler or a test names every step that is left out. `npm run test:kind` takes minutes.
 */

const root = resolve(import.meta.dirname, '../..');
let copy: string;

// Each of these runs whole suites.
vi.setConfig({ testTimeout: 900_000, hookTimeout: 900_000 });

const steps = stepsIn(sectionOf('Add a kind'));

/** Undoes a step: its file is empty or as before. */
function leaveOut({ path, isDiff }: Step): () => void {
  const file = join(copy, path);
  const held = readFileSync(file, 'utf8');
  if (isDiff) writeFileSync(file, readFileSync(join(root, path), 'utf8'));
  else rmSync(file);
  return () => writeFileSync(file, held);
}

const inCopy = (program: string, ...words: string[]) => runIn(copy, program, ...words);

const compiledInCopy = () => compiledSource(copy);

/** Vitest's report of failed tests. */
const failuresIn = (printed: string) =>
  printed.split('\n').filter((line) => /^\s*(×|FAIL|\w*Error:)/.test(line));

const vitest = (...words: string[]) => inCopy('vitest', 'run', ...words);

beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'fieldnotes-add-a-kind-'));
  await copyTracked(copy);
  for (const step of steps) take(copy, step);
  const types = await inCopy('tsx', 'tests/support/database-types.ts');
  expect(types).toMatchObject({ code: 0 });
  await inCopy('biome', 'check', '--write', '--vcs-enabled=false', 'src');
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

it('consists of one migration, one folder, a line in the registry and one for admins, a page and its line', () => {
  expect(steps.map(({ path, isDiff }) => (isDiff ? `+ ${path}` : path))).toEqual([
    'supabase/migrations/20270101000001_books.sql',
    'src/content/books/books.ts',
    'src/content/books/book-form.ts',
    '+ src/content/kinds.ts',
    '+ src/content/forms.ts',
    'src/features/books/books-page.tsx',
    '+ src/app/pages.tsx',
  ]);
});

it('it type-checks, keeps the rules, and builds', async () => {
  expect(await inCopy('tsc')).toEqual({ code: 0, printed: '' });
  expect(await inCopy('biome', 'check', '--vcs-enabled=false', 'src', 'tests')).toMatchObject({
    code: 0,
  });
  expect(await inCopy('vite', 'build', '--outDir', 'built')).toMatchObject({ code: 0 });
  // Its page is a part of its own, without the words of its form, which are for admins.
  const assets = join(copy, 'built/assets');
  const page = readdirSync(assets).find((name) => /^books-page-.*\.js$/.test(name)) ?? '';
  const script = readFileSync(join(assets, page), 'utf8');
  expect(script).toContain('No books yet.');
  expect(script).not.toContain('Title and author are required');
});

it('in a browser, its tab adds and edits it, its page shows it to visitors, and the search leads there', async () => {
  const served = await startEmbedded({
    siteDir: join(copy, 'built'),
    migrationsDir: join(copy, 'supabase/migrations'),
  });
  await served.sql(
    "insert into books (title, author, read_at) values ('An older book', 'A. Reader', '2026-01-01')",
  );
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: [...browserArguments],
  });
  const thrown: string[] = [];
  const openDevice = async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    context.on('weberror', (error) => thrown.push(String(error.error())));
    context.setDefaultTimeout(60_000);
    return context.newPage();
  };
  try {
    const admin = await openDevice();
    await admin.goto(`${served.url}/admin`);
    await typeCredentials(admin, served.backend.demoAdmin);
    await admin.getByRole('tab', { name: 'Books' }).click();
    const list = admin.getByRole('region', { name: 'Books', exact: true });
    await list.getByRole('button', { name: 'Edit An older book' }).waitFor();
    const added = admin.getByRole('form', { name: 'New book' });
    await added.getByLabel('Title').fill('A newer book');
    await added.getByLabel('Author').fill('B. Writer');
    await added.getByLabel(/^Rating/).fill('4.5');
    await added.getByLabel(/^Read on/).fill('2026-02-01');
    await added.getByLabel(/^Notes/).fill('Read in a tunnel.');
    await added.getByRole('button', { name: 'Add Book' }).click();
    await list.getByRole('button', { name: 'Edit A newer book' }).click();
    const edited = admin.getByRole('form', { name: 'Edit book' });
    await edited.getByLabel('Title').fill('A newer book, second edition');
    await edited.getByRole('button', { name: 'Update Book' }).click();
    await list.getByRole('button', { name: 'Edit A newer book, second edition' }).waitFor();
    await eventually(async () =>
      expect(
        await served.sql("select title, rating from books where author = 'B. Writer'"),
      ).toEqual([{ title: 'A newer book, second edition', rating: 4.5 }]),
    );

    const visitor = await openDevice();
    await visitor.goto(`${served.url}/books`);
    const main = visitor.getByRole('main');
    await main.getByText('B. Writer · 4.5 of 5 · 2026-02-01').waitFor();
    expect(await main.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
      'A newer book, second edition',
      'An older book',
    ]);
    await visitor.goto(served.url);
    await visitor.getByRole('heading', { level: 1 }).waitFor();
    await visitor.keyboard.press('/');
    await visitor.getByRole('dialog', { name: 'Search' }).getByRole('combobox').fill('tunnel');
    await visitor.getByRole('option', { name: 'A newer book, second edition' }).click();
    await visitor.waitForURL(/\/books/);
    await main.getByText('Read in a tunnel.').waitFor();
    expect(thrown).toEqual([]);
  } finally {
    await browser.close();
    await served.stop();
  }
});

it('it is listed, sorted, found, edited offline, told in words, taken back, sent, and refused to visitors', async () => {
  const files = ['tests/integration/every-kind.test.ts', 'tests/unit/ui/every-kind.test.tsx'];
  const { code, printed } = await vitest('--reporter=verbose', '-t', 'books', ...files);
  expect(printed).toContain('shows the books in the order of their list');
  for (const words of ['listed in order beside a field for each column', 'added on the device'])
    expect(printed).toMatch(new RegExp(`✓ .* on the dashboard the books > .*${words}`));
  expect(printed).toContain('books > is edited without a network');
  expect(failuresIn(printed)).toEqual([]);
  expect(code).toBe(0);
});

it('its table is as the definitions say, refused to visitors, and found by the search', async () => {
  const { code, printed } = await vitest(
    'tests/integration/database-types.test.ts',
    'tests/integration/access-over-http.test.ts',
    'tests/integration/pgtap.test.ts',
    'tests/unit/search.test.ts',
  );
  expect(failuresIn(printed)).toEqual([]);
  expect(code).toBe(0);
});

/** The expected message when a step is left out. */
async function withoutStep(wanted: string, look: () => Promise<string>): Promise<string> {
  const step = steps.find(({ path }) => path.endsWith(wanted));
  if (step === undefined) throw new Error(`there is no step ${wanted}`);
  const putBack = leaveOut(step);
  try {
    return await look();
  } finally {
    putBack();
  }
}

it.each([
  ['books/books.ts', /Cannot find module .*books\.ts/],
  ['books/book-form.ts', /Cannot find module .*book-form\.ts/],
  ['content/kinds.ts', /'books'? does not exist in type/],
  ['content/forms.ts', /Property 'books' is missing/],
  ['books/books-page.tsx', /Cannot find module .*books-page\.tsx/],
])('%s, left out, is named by the compiler', async (wanted, words) => {
  expect(await withoutStep(wanted, compiledInCopy)).toMatch(words);
});

it('a column that is left out of the folder, or of the form, is named by the compiler', async () => {
  for (const [path, line, words] of [
    ['src/content/books/books.ts', '    rating: number(),\n', 'books.rating'],
    ['src/content/books/books.ts', 'rating: number()', 'books.rating'],
    [
      'src/content/books/book-form.ts',
      "    cover: { label: 'Cover (Optional)' },\n",
      "'cover' is missing",
    ],
  ] as const) {
    const file = join(copy, path);
    const held = readFileSync(file, 'utf8');
    expect(held).toContain(line);
    writeFileSync(file, held.replace(line, line.endsWith('\n') ? '' : 'rating: text()'));
    expect(await compiledInCopy()).toContain(words);
    writeFileSync(file, held);
  }
});

it('the migration, left out, is named by the compiler; the call in it by tests', async () => {
  const typesFile = join(copy, 'src/content/database-types.ts');
  const types = readFileSync(typesFile, 'utf8');
  writeFileSync(typesFile, readFileSync(join(root, 'src/content/database-types.ts'), 'utf8'));
  expect(await withoutStep('_books.sql', compiledInCopy)).toContain(
    'books is no table of the database',
  );
  const forgotten = await vitest('tests/integration/database-types.test.ts');
  expect(forgotten.printed).toContain('`npm run types` writes it');
  writeFileSync(typesFile, types);

  const migration = join(copy, steps[0]?.path ?? '');
  const held = readFileSync(migration, 'utf8');
  writeFileSync(migration, held.replace(/^select sync\.publish.*$/m, ''));
  const { printed } = await vitest('tests/integration/database-types.test.ts');
  expect(printed).toContain(
    'FAIL  |servers| tests/integration/database-types.test.ts > every published table',
  );
  writeFileSync(migration, held);
});

it('the line of its page, left out, is named by a test', async () => {
  const look = async () => (await vitest('tests/unit/search.test.ts', '-t', 'books')).printed;
  expect(await withoutStep('app/pages.tsx', look)).toContain('is a page for books');
});
