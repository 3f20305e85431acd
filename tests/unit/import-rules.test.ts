import { describe, expect, it } from 'vitest';
import { findBreaches, findCircles, findTwins } from '../support/import-rules.ts';

describe('the import rules', () => {
  const forbidden: [string, string][] = [
    ['features/home/home.tsx', '../projects/card.tsx'],
    ['features/home/home.tsx', '../../engine/sync/loop.ts'],
    ['features/home/home.tsx', '../../engine/supabase/calls.ts'],
    ['features/home/home.tsx', '../../engine/react/mirror-hooks.tsx'],
    ['features/home/home.tsx', '../../engine/define.ts'],
    ['features/home/home.tsx', 'dexie'],
    ['engine/sync/loop.ts', '../index.ts'],
    ['engine/columns.ts', './index.ts'],
    ['engine/mirror/read.ts', '../sync/loop.ts'],
    ['engine/mirror/read.ts', '../supabase/calls.ts'],
    ['engine/mirror/read.ts', '../../features/home/home.tsx'],
    ['engine/sync/loop.ts', '../supabase/calls.ts'],
    ['engine/supabase/session.ts', '../mirror/database.ts'],
    ['engine/sync/loop.ts', 'react'],
    ['engine/sync/loop.ts', 'dexie'],
    ['content/tasks/tasks.ts', '../../engine/sync/loop.ts'],
    ['content/tasks/tasks.ts', '../../engine/outbox/change.ts'],
    ['content/tasks/tasks.ts', 'react'],
    ['content/tasks/tasks.ts', '../use-sync-now.ts'],
    ['content/projects/project-card.tsx', '../../features/home/roadmap.tsx'],
    ['sw/pictures.ts', '../content/projects/project-card.tsx'],
    ['lib/backoff.ts', '../content/tasks/tasks.ts'],
    ['ui/card.tsx', '../content/tasks/tasks.ts'],
    ['app/app.tsx', '../engine/sync/loop.ts'],
    ['app/app.tsx', '@supabase/supabase-js'],
    ['app/app.tsx', '../main.tsx'],
    ['main.tsx', './engine/engine.ts'],
    ['sw/outbox-worker.ts', '../engine/sync/exchange.ts'],
    ['engine/sync/loop.ts', '../engine.ts'],
    ['engine/engine.ts', './react/editing.tsx'],
    ['utils/things.ts', '../lib/backoff.ts'],
  ];
  it.each(forbidden)('R1: forbid %s to import %s', (file, imported) => {
    for (const text of [
      `import x from '${imported}';`,
      `import('${imported}');`,
      `import '${imported}';`,
    ]) {
      expect(findBreaches({ [file]: text })).toMatchObject([{ file: `src/${file}`, imported }]);
    }
  });

  const allowed: [string, string][] = [
    ['features/home/home.tsx', './card.tsx'],
    ['features/home/home.tsx', '../../engine/index.ts'],
    ['content/tasks/tasks.ts', '../../engine/index.ts'],
    ['content/projects/project-card.tsx', '../../ui/card.tsx'],
    ['features/home/home.tsx', '../../site.config.ts'],
    ['engine/mirror/read.ts', 'dexie'],
    ['engine/sync/loop.ts', '../mirror/status.ts'],
    ['engine/supabase/pokes.ts', '@supabase/supabase-js'],
    ['engine/supabase/session.ts', '../mirror/session-store.ts'],
    ['main.tsx', './engine/index.ts'],
    ['main.tsx', './styles.css'],
    ['sw/outbox-worker.ts', '../engine/index.ts'],
  ];
  it.each(allowed)('allow %s to import %s', (file, imported) => {
    expect(findBreaches({ [file]: `import x from '${imported}';` })).toEqual([]);
  });

  it('find circles, of types and over several files too', () => {
    const files = {
      'lib/a.ts': "import { b } from './b.ts';",
      'lib/b.ts': "import type { C } from './c.ts';",
      'lib/c.ts': "export const later = () => import('./b.ts');",
      'lib/d.ts': "import { a } from './a.ts';",
    };
    expect(findCircles(files)).toEqual([['lib/b.ts', 'lib/c.ts', 'lib/b.ts']]);
    expect(findCircles({ ...files, 'lib/c.ts': '' })).toEqual([]);
  });

  it('find two files of one name', () => {
    const files = { 'ui/card.tsx': '', 'features/home/card.ts': '', 'features/home/cards.tsx': '' };
    expect(findTwins(files)).toEqual(['card']);
  });
});
