/**
 * The address of the script that starts the app, which is another one in each build; undefined in a page that was put together in
 * another way, as the tests do.
 */
export function startScript(): string | undefined {
  // It comes after all that it is started with (tools/build/plugins/start-in-tasks.ts).
  const scripts = document.querySelectorAll('script[type=module][src]');
  return scripts[scripts.length - 1]?.getAttribute('src') ?? undefined;
}
