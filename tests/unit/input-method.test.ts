import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isForInputMethod } from '../../src/lib/input-method.ts';

/** A key that confirms a word of an input method saves, sends and closes nothing. */

/** Their keys are pressed on buttons, tabs, cards, pictures and toasts, where nothing is written. */
const withoutText = [
  'features/dashboard/selectable-list.tsx',
  'features/writing/preview.tsx',
  'features/writing/toolbar.tsx',
  'ui/menu-button.tsx',
  'ui/tabs.tsx',
  'ui/toast.tsx',
  // Only whether keys or fingers are used.
  'ui/use-focus-nearby.ts',
  'ui/use-lift.ts',
  // They end its watch.
  'ui/use-reveal.ts',
  'ui/zoomable-picture.tsx',
];

it('a press that confirms a word is told apart, also in Safari, which reports it when the word is there', () => {
  expect(isForInputMethod({ isComposing: true, keyCode: 13 })).toBe(true);
  expect(isForInputMethod({ isComposing: false, keyCode: 229 })).toBe(true);
  expect(isForInputMethod({ isComposing: false, keyCode: 13 })).toBe(false);
});

it('whatever hears keys where something is written asks whose they are', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  const hearing = files.filter((name) =>
    /\bonKey(Down|Up|Press)\b|\bkey(down|up|press)\b/.test(readFileSync(`src/${name}`, 'utf8')),
  );
  const asking = hearing.filter((name) =>
    readFileSync(`src/${name}`, 'utf8').includes('isForInputMethod('),
  );
  expect(hearing.filter((name) => !asking.includes(name)).sort()).toEqual(withoutText);
  expect(
    files.filter(
      (name) =>
        name !== 'lib/input-method.ts' &&
        // What it hears is no key.
        name !== 'features/writing/use-text-keys.ts' &&
        /\.isComposing\b/.test(readFileSync(`src/${name}`, 'utf8')),
    ),
  ).toEqual([]);
});
