import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

/**
 * Biome applies the import rules, in `npm run check` and in the editor. Here it gets a small tree whose files break
 * each rule, and a few that break none.
 */

const root = join(import.meta.dirname, '../..');

const forbidden: readonly (readonly [string, string])[] = [
  ['src/features/home/home.tsx', '../projects/card.tsx'],
  ['src/features/home/home.tsx', '../../engine/sync/loop.ts'],
  ['src/features/home/home.tsx', '../../engine/supabase/calls.ts'],
  ['src/features/home/home.tsx', '../../engine/react/mirror-hooks.tsx'],
  ['src/features/home/home.tsx', '../../engine/define.ts'],
  ['src/features/home/home.tsx', '../../app/app.tsx'],
  ['src/features/home/home.tsx', 'dexie'],
  ['src/engine/sync/loop.ts', '../index.ts'],
  ['src/engine/sync/loop.ts', '../engine.ts'],
  ['src/engine/sync/loop.ts', '../supabase/calls.ts'],
  ['src/engine/sync/loop.ts', 'react'],
  ['src/engine/sync/loop.ts', 'dexie'],
  ['src/engine/columns.ts', './index.ts'],
  ['src/engine/columns.ts', './mirror/read.ts'],
  ['src/engine/columns.ts', 'dexie'],
  ['src/engine/mirror/read.ts', '../outbox/queue.ts'],
  ['src/engine/outbox/edit.ts', 'dexie'],
  ['src/engine/mirror/read.ts', '../sync/loop.ts'],
  ['src/engine/mirror/read.ts', '../supabase/calls.ts'],
  ['src/engine/mirror/read.ts', '../../features/home/home.tsx'],
  ['src/engine/outbox/edit.ts', '../sync/loop.ts'],
  ['src/engine/outbox/edit.ts', '../editing.ts'],
  ['src/engine/supabase/session.ts', '../mirror/database.ts'],
  ['src/engine/supabase/session.ts', '../index.ts'],
  ['src/engine/react/edit-hooks.tsx', '../sync/loop.ts'],
  ['src/engine/react/edit-hooks.tsx', '../editing.ts'],
  ['src/engine/engine.ts', './react/editing.tsx'],
  ['src/engine/engine.ts', './index.ts'],
  ['src/engine/editing.ts', './sync/loop.ts'],
  ['src/engine/editing.ts', './index.ts'],
  ['src/engine/index.ts', './supabase/calls.ts'],
  ['src/engine/index.ts', './editing.ts'],
  ['src/content/kinds.ts', '../engine/sync/loop.ts'],
  ['src/content/kinds.ts', './use-sync-now.ts'],
  ['src/content/tasks/tasks.ts', '../../engine/outbox/mutation.ts'],
  ['src/content/tasks/tasks.ts', '../use-sync-now.ts'],
  ['src/content/tasks/tasks.ts', 'react'],
  ['src/content/markdown/syntax.ts', '../learnings/learnings.ts'],
  ['src/content/moving-in/read-note.ts', '../../engine/outbox/mutation.ts'],
  ['src/content/moving-in/read-note.ts', '../use-sync-now.ts'],
  ['src/content/folder-export/write-folder.ts', '../../engine/outbox/mutation.ts'],
  ['src/content/folder-export/write-folder.ts', '../use-sync-now.ts'],
  ['src/content/search/search-index.ts', '../../lib/limits.ts'],
  ['src/content/write-content-zip.ts', '../lib/limits.ts'],
  ['src/content/markdown-writer.ts', '../lib/limits.ts'],
  ['src/features/writing/pasted-markdown.ts', 'turndown'],
  ['src/features/search/search-panel.tsx', 'minisearch'],
  ['src/content/use-sync-now.ts', '../engine/react/view.tsx'],
  ['src/content/projects/project-card.tsx', '../../features/home/roadmap.tsx'],
  ['src/content/projects/project-card.tsx', '../../engine/editing.ts'],
  ['src/content/form/use-content-form.ts', '../../features/home/roadmap.tsx'],
  ['src/lib/backoff.ts', '../content/tasks/tasks.ts'],
  ['src/lib/backoff.ts', 'valibot'],
  ['src/lib/backoff.ts', '../site.config.ts'],
  ['src/lib/owner-days.ts', '../content/tasks/tasks.ts'],
  ['src/ui/card.tsx', '../content/tasks/tasks.ts'],
  ['src/app/app.tsx', '../engine/sync/loop.ts'],
  ['src/app/app.tsx', '@supabase/supabase-js'],
  ['src/app/app.tsx', '../main.tsx'],
  ['src/main.tsx', './engine/engine.ts'],
  ['src/main.tsx', './content/projects/project-card.tsx'],
  ['src/sw.ts', './app/app.tsx'],
  ['src/sw.ts', './content/use-sync-now.ts'],
  ['src/sw/pictures.ts', '../engine/sync/exchange.ts'],
  ['src/sw/pictures.ts', '../content/projects/project-card.tsx'],
  ['src/site.config.ts', './lib/limits.ts'],
  ['src/utils/things.ts', '../lib/backoff.ts'],
  ['src/lib/backoff.ts', '../../tools/build/plugins/base-path.ts'],
  ['tools/build/pages/render.ts', '../../server/http/server.ts'],
  ['tools/build/pages/render.ts', '../../owner/export.ts'],
  ['tools/build/pages/render.ts', '../../../tests/support/rows.ts'],
  ['tools/server/http/server.ts', '../../owner/export.ts'],
  ['tools/server/http/server.ts', '../../../tests/support/rows.ts'],
  ['tools/owner/export.ts', '../../tests/support/rows.ts'],
];

const allowed: readonly (readonly [string, string])[] = [
  ['src/lib/owner-days.ts', '../site.config.ts'],
  ['src/features/home/fine.tsx', './card.tsx'],
  ['src/features/home/fine.tsx', '../../engine/index.ts'],
  ['src/features/home/fine.tsx', '../../content/projects/project-card.tsx'],
  ['src/features/home/fine.tsx', '../../site.config.ts'],
  ['src/features/home/fine.tsx', 'react/jsx-runtime'],
  ['src/content/tasks/fine.ts', '../../engine/index.ts'],
  ['src/content/tasks/fine.tsx', '../../ui/card.tsx'],
  ['src/content/form/use-fine.ts', '../../engine/editing.ts'],
  ['src/content/search/search-index.ts', 'minisearch'],
  ['src/content/write-content-zip.ts', 'fflate'],
  ['src/content/markdown-writer.ts', 'turndown'],
  ['src/engine/mirror/fine.ts', 'dexie'],
  ['src/engine/sync/fine.ts', '../mirror/status.ts'],
  ['src/engine/supabase/fine.ts', '@supabase/supabase-js'],
  ['src/engine/supabase/fine.ts', '../mirror/session-store.ts'],
  ['src/sw/fine.ts', '../engine/index.ts'],
  ['tools/build/pages/fine.tsx', 'react-dom/server'],
  ['tools/server/http/fine.ts', '../../build/plugins/host-files.ts'],
  ['tools/owner/fine.ts', '../server/commands/settings.ts'],
  ['tests/unit/fine.test.ts', '../../src/engine/sync/loop.ts'],
];

const forms: readonly ((imported: string) => string)[] = [
  (imported) => `import x from '${imported}';`,
  (imported) => `import type { X } from '${imported}';`,
  (imported) => `export { x } from '${imported}';`,
  (imported) => `import('${imported}');`,
  (imported) => `import '${imported}';`,
];

interface Finding {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** What one of Biome's rules, as this repository sets it, finds in a tree of files. */
function findings(rule: string, files: Readonly<Record<string, readonly string[]>>): Finding[] {
  const copy = mkdtempSync(join(tmpdir(), 'fieldnotes-import-rules-'));
  onTestFinished(() => rmSync(copy, { recursive: true }));
  for (const file of ['biome.json', 'import-rules.jsonc'])
    cpSync(join(root, file), join(copy, file));
  for (const [file, lines] of Object.entries(files)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    writeFileSync(join(copy, file), lines.join('\n'));
  }
  const { stdout } = spawnSync(
    join(root, 'node_modules/.bin/biome'),
    [
      'lint',
      `--only=${rule}`,
      '--vcs-enabled=false',
      '--reporter=github',
      '--max-diagnostics=none',
    ],
    { cwd: copy, encoding: 'utf8' },
  );
  const reports = stdout.matchAll(/^::error title=.*?,file=(.*?),line=(\d+),.*?::(.*)$/gm);
  return [...reports].map(([, file = '', line, message = '']) => ({
    file: file.replace(`${copy}/`, ''),
    line: Number(line),
    message,
  }));
}

/** The lines of each file: every pair's import, in each of its forms. */
function linesOf(pairs: readonly (readonly [string, string])[]): Record<string, string[]> {
  const files: Record<string, string[]> = {};
  for (const [file, imported] of pairs) {
    files[file] = [...(files[file] ?? []), ...forms.map((form) => form(imported))];
  }
  return files;
}

it('R1: each import against the rules is refused, in every form, with what to do instead', () => {
  const files = linesOf([...forbidden, ...allowed]);
  const found = findings('style/noRestrictedImports', files);
  const refused = found.map(({ file, line }) => `${file}: ${files[file]?.[line - 1]}`);
  const broken = Object.entries(linesOf(forbidden)).flatMap(([file, lines]) =>
    lines.map((line) => `${file}: ${line}`),
  );
  expect([...new Set(refused)].sort()).toEqual(broken.sort());

  const rules = readFileSync(join(root, 'import-rules.jsonc'), 'utf8');
  const messages = [...rules.matchAll(/"message": "(.*)"/g)].map(([, message]) => message);
  expect(new Set(found.map(({ message }) => message))).toEqual(new Set(messages));
});

it('no file imports itself through others, be it for a type, or later', () => {
  const found = findings('suspicious/noImportCycles', {
    'src/lib/a.ts': ["import { b } from './b.ts';", 'export const a = b;'],
    'src/lib/b.ts': ["import type { C } from './c.ts';", 'export const b: C = 1;'],
    'src/lib/c.ts': ["export const later = () => import('./b.ts');", 'export type C = number;'],
    'src/lib/d.ts': ["import { a } from './a.ts';", 'export const d = a;'],
  });
  expect(found.map(({ file }) => file).sort()).toEqual(['src/lib/b.ts', 'src/lib/c.ts']);
});
