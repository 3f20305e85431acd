import { setFlagsFromString } from 'node:v8';

/**
 * Lets Node optimize a function of Postgres after it has run for some 50 ms, where 2 ms are enough by default. Otherwise a process
 * spends more time on that than on its start and its first answers. What runs for long is as quick as before.
 *
 * Call it before a database is opened: Node reads it when it compiles Postgres.
 */
export function compileLate(): void {
  setFlagsFromString('--wasm-tiering-budget=50000000');
}
