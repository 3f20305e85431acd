import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin, ResolvedConfig } from 'vite';

/**
 * A plugin that works on the built site, once all of it is there. Several of them run in their order.
 *
 * @param job told the folder of the site
 */
export function afterBuild(
  name: string,
  job: (folder: string, config: ResolvedConfig) => void | Promise<void>,
): Plugin {
  let config: ResolvedConfig;
  return {
    name,
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    closeBundle: {
      // The service worker is built after everything else.
      order: 'post',
      sequential: true,
      async handler() {
        const folder = resolve(config.root, config.build.outDir);
        // Also called where the build has failed, whose error is the one to be seen.
        if (existsSync(join(folder, 'index.html'))) await job(folder, config);
      },
    },
  };
}
