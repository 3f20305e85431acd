import { describe, expect, it } from 'vitest';
import { findBreaches } from '../support/import-rules.ts';

describe('the import rules', () => {
  const forbidden: [string, string][] = [
    ['features/home/home.tsx', '../projects/card.tsx'],
    ['features/home/home.tsx', '../../sync/engine.ts'],
    ['features/home/home.tsx', '../../remote/remote.ts'],
    ['features/home/home.tsx', 'dexie'],
    ['store/open.ts', '../sync/engine.ts'],
    ['store/open.ts', '../remote/remote.ts'],
    ['store/open.ts', '../features/home/home.tsx'],
    ['sync/engine.ts', '../remote/remote.ts'],
    ['remote/session.ts', '../store/database.ts'],
    ['sync/engine.ts', 'react'],
    ['sync/engine.ts', 'dexie'],
    ['model/tasks.ts', '../store/open.ts'],
    ['model/tasks.ts', 'react'],
    ['lib/backoff.ts', '../model/tasks.ts'],
    ['ui/card.tsx', '../model/tasks.ts'],
    ['app/app.tsx', '../sync/engine.ts'],
    ['app/app.tsx', '@supabase/supabase-js'],
    ['app/app.tsx', '../main.tsx'],
    ['utils/things.ts', '../lib/backoff.ts'],
  ];
  it.each(forbidden)('forbid %s to import %s', (file, imported) => {
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
    ['features/home/home.tsx', '../../store/react.tsx'],
    ['features/home/home.tsx', '../../site.config.ts'],
    ['store/open.ts', 'dexie'],
    ['sync/engine.ts', '../store/status.ts'],
    ['remote/pokes.ts', '@supabase/supabase-js'],
    ['remote/session.ts', '../store/session.ts'],
    ['main.tsx', './remote/remote.ts'],
    ['main.tsx', './styles.css'],
    ['sw.ts', './sync/engine.ts'],
  ];
  it.each(allowed)('allow %s to import %s', (file, imported) => {
    expect(findBreaches({ [file]: `import x from '${imported}';` })).toEqual([]);
  });
});
