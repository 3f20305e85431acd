import type { Plugin } from 'vite';

/**
 * Makes each file that the app is started with a script of its own, the app's the last. A browser evaluates each of them in a task of
 * its own, and answers its reader in between; as Vite has it, they are preloaded, and evaluated with the app in one long task.
 */
export function startInTasks(): Plugin {
  return {
    name: 'start-in-tasks',
    apply: 'build',
    transformIndexHtml: { order: 'post', handler: inTasks },
  };
}

/** @throws if the page is not as Vite makes it */
export function inTasks(page: string): string {
  const asMade = /(<script type="module"[^>]*><\/script>)((?:\s*<link rel="modulepreload"[^>]*>)+)/;
  if (!asMade.test(page)) throw new Error('index.html preloads no scripts beside its own.');
  return page.replace(asMade, (_, app: string, links: string) => {
    const parts = links.replace(
      /<link rel="modulepreload" crossorigin href="([^"]*)">/g,
      '<script type="module" crossorigin src="$1"></script>',
    );
    return `${parts.trim()}\n    ${app}`;
  });
}
