import { describe, expect, it } from 'vitest';
import { scriptFiles } from '../../tools/build/plugins/script-files.ts';

/** What each module loads at once, and what it asks for later (after `|`). */
const modules: Readonly<Record<string, string>> = {
  'src/main.tsx':
    'node_modules/react-dom/index.js src/app/site.ts src/engine/pull.ts | src/features/head/page-head.tsx src/features/one/one-page.tsx src/features/two/two-page.tsx src/features/three/three-page.tsx src/app/admin-page.tsx src/ui/highlight-code.ts',
  'src/app/site.ts': 'src/engine/pull.ts',
  'src/sw/outbox-worker.ts': 'src/engine/pull.ts',
  'src/features/one/one-page.tsx':
    'src/ui/shared.tsx src/content/shared.ts src/content/own.ts | src/ui/enlarged-picture.tsx',
  'src/features/two/two-page.tsx': 'src/ui/shared.tsx src/content/shared.ts src/content/tags.ts',
  'src/features/three/three-page.tsx': 'src/content/tags.ts',
  'src/content/shared.ts': 'src/content/below.ts',
  'src/features/head/page-head.tsx': 'src/content/own.ts src/features/head/words.ts',
  'src/ui/enlarged-picture.tsx': 'src/ui/zoom.ts',
  'src/app/admin-page.tsx': 'src/features/dashboard/forms.ts src/ui/shared.tsx',
};

const root = '/site';
const ids = (words = '') =>
  words
    .trim()
    .split(' ')
    .filter(Boolean)
    .map((path) => `${root}/${path}`);
const graph = {
  getModuleInfo(id: string) {
    const [early, late] = (modules[id.slice(root.length + 1)] ?? '').split('|');
    return { importedIds: ids(early), dynamicallyImportedIds: ids(late) };
  },
};
const fileOf = (path: string) => scriptFiles(root)(`${root}/${path}`, graph);

describe('the script that a module goes to', () => {
  it.each([
    ['node_modules/react-dom/index.js', 'react'],
    ['src/app/site.ts', 'pieces'],
    // The worker loads it, too.
    ['src/engine/pull.ts', 'engine'],
    ['src/features/one/one-page.tsx', 'one-page'],
    // Also of what comes later, which finds it there.
    ['src/content/own.ts', 'one-page'],
    // A piece that two pages show.
    ['src/ui/shared.tsx', 'pieces'],
    ['src/features/head/words.ts', 'later'],
    ['src/ui/zoom.ts', 'text-later'],
    // The bundler decides.
    ['src/main.tsx', null],
    ['src/sw/outbox-worker.ts', null],
    ['src/ui/highlight-code.ts', null],
    ['src/features/dashboard/forms.ts', null],
  ])('%s: %s', (path, file) => {
    expect(fileOf(path)).toBe(file);
  });

  it('is the same for what the same pages load, and another one for others', () => {
    expect(fileOf('src/content/shared.ts')).toBe(fileOf('src/content/below.ts'));
    expect(fileOf('src/content/shared.ts')).not.toBe(fileOf('src/content/tags.ts'));
    expect(fileOf('src/content/tags.ts')).not.toBe('pieces');
  });
});
