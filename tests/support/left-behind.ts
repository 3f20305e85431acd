import 'fake-indexeddb/auto';
import { afterAll, expect } from 'vitest';

/**
 * In a project without isolation the files of a worker share its globals: a clock that one of them leaves stopped lets
 * the next wait for ever. So a file fails by its own name if it does not put back what it changed.
 */

/** Node makes some of its globals when they are first asked for: the getter then gives way to the value. */
const notAskedFor = Symbol('not asked for');

/** What a library adds where the platform lacks it, as it is imported. */
const polyfills = ['URLPattern'];

/** Each global and each variable of the environment. Names of Vitest and of what TypeScript compiles begin with `__`. */
const everything = () =>
  new Map<string, unknown>([
    ...Object.entries(Object.getOwnPropertyDescriptors(globalThis))
      .filter(([name]) => !name.startsWith('__') && !polyfills.includes(name))
      .map(([name, { get, value }]) => [name, get === undefined ? value : notAskedFor] as const),
    ...Object.entries(process.env).map(([name, value]) => [`process.env.${name}`, value] as const),
  ]);

// Each file begins with this module anew, before anything of its own.
const before = everything();

// The hooks of a setup file end last.
afterAll(() => {
  const after = everything();
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => before.get(name) !== notAskedFor && !Object.is(before.get(name), after.get(name)),
  );
  expect(changed, 'globals that this file has left changed').toEqual([]);
});
