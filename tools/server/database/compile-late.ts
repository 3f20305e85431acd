import { setFlagsFromString } from 'node:v8';

/**
 * Lets Node optimize a function of Postgres when it has run for 28 times as long as by default. Otherwise half of what a start and the
 * first answers take of the processor goes into that. What runs for long is as quick as before.
 *
 * Call it before a database is opened: Node reads it when it compiles Postgres.
 */
export function compileLate(): void {
  setFlagsFromString('--wasm-tiering-budget=50000000');
}
