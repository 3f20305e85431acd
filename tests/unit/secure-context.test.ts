import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** A page by plain http lacks much of what TypeScript's library promises: one file knows what (src/lib/secure-context.ts). */

// Workers exist only where the rest of it does, too.
const mayName = /^(lib\/secure-context\.ts|sw\.ts|sw\/)/;

const named =
  /\bnavigator\??\.(serviceWorker|locks|clipboard|storage|credentials|share|wakeLock|bluetooth|usb|geolocation|mediaDevices|setAppBadge|clearAppBadge)\b|\bcrypto\??\.(randomUUID|subtle)\b|(?<![\w.])caches\.|\bin (navigator|globalThis)\b/g;

/** Without its comments. */
const code = (name: string) =>
  readFileSync(`src/${name}`, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

it('what only secure contexts have is named in one file', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !mayName.test(name),
  );
  const found = files.flatMap((name) =>
    (code(name).match(named) ?? []).map((what) => `${name}: ${what}`),
  );
  expect(files.length).toBeGreaterThan(200);
  expect(found).toEqual([]);
});

it('the scripts of index.html ask first', () => {
  const scripts = readFileSync('index.html', 'utf8');
  expect(scripts.match(/(?<!window\.)\bcaches\??\.(keys|open)|navigator\.serviceWorker\./g)).toBe(
    null,
  );
});
