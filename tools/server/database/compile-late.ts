import { setFlagsFromString } from 'node:v8';

/**
 * Lets V8 optimize a function of Postgres after it has run for some 50 ms, where 2 ms are enough by default. Otherwise a process
 * spends more time on that than on its start and its first answers. What runs for long is as quick as before.
 *
 * Call it before the database is opened: V8 looks at it when it compiles the module.
 */
export function compileLate(): void {
  setFlagsFromString('--wasm-tiering-budget=50000000');
}
