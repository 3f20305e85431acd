import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** A page by plain http lacks much of what TypeScript's library promises: one file knows what (src/lib/secure-context.ts). */

// Workers exist only where the rest of it does, too.
const mayName = /^(lib\/secure-context\.ts|sw\.ts|sw\/)/;

const ofNavigator =
  'serviceWorker|locks|clipboard|storage|credentials|share|canShare|wakeLock|bluetooth|usb|hid|serial|gpu|keyboard|geolocation|mediaDevices|userAgentData|setAppBadge|clearAppBadge';
const ofCrypto = 'randomUUID|subtle';
const named = new RegExp(
  [
    String.raw`\bnavigator\??\.(${ofNavigator})\b`,
    String.raw`\bcrypto\??\.(${ofCrypto})\b`,
    String.raw`\{[^{}]*\b(${ofNavigator}|${ofCrypto})\b[^{}]*\} = (globalThis\.|window\.)?(navigator|crypto)\b`,
    String.raw`(?<!secureContext\.|parts\.|\w)caches\??\.`,
    String.raw`\bcookieStore\b|\bshow(OpenFile|SaveFile|Directory)Picker\b|\bnew (Notification|PaymentRequest|IdleDetector)\b`,
    String.raw`\bin (navigator|globalThis|crypto)\b`,
  ].join('|'),
  'g',
);

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

it.each([
  'navigator.locks.request',
  'globalThis.navigator?.storage.persist()',
  'const { clipboard } = navigator;',
  'const { subtle: digests } = globalThis.crypto;',
  'crypto.randomUUID()',
  'window.caches.open',
  'caches?.keys()',
  'await showSaveFilePicker()',
  "'share' in navigator",
])('finds %s', (line) => {
  expect(line.match(named)).toHaveLength(1);
});

it('the scripts of index.html ask first', () => {
  const scripts = readFileSync('index.html', 'utf8');
  expect(scripts.match(/(?<!window\.)\bcaches\??\.(keys|open)|navigator\.serviceWorker\./g)).toBe(
    null,
  );
});
