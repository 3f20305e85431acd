import { resolve } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Takes Dexie in its form for today's browsers, a twentieth smaller than that for browsers of 2013, which its own entry leads to. Only
 * where all is bundled: the development server would give Dexie's hooks a second Dexie of their own.
 */
export function modernDexie(): Plugin {
  return {
    name: 'modern-dexie',
    apply: 'build',
    config: ({ root = '.' }) => ({
      resolve: {
        alias: [
          {
            find: /^dexie$/,
            replacement: resolve(root, 'node_modules/dexie/dist/modern/dexie.mjs'),
          },
        ],
      },
    }),
  };
}
