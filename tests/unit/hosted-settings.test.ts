import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { problemOf, problemOfFiles } from '../../tools/build/plugins/build-settings.ts';

const key = 'sb_publishable_x';

it.each([
  [{}, null],
  [{ VITE_SUPABASE_URL: '', VITE_SUPABASE_PUBLISHABLE_KEY: '' }, null],
  [{ VITE_SUPABASE_URL: 'https://x.supabase.co', VITE_SUPABASE_PUBLISHABLE_KEY: key }, null],
  [{ VITE_SUPABASE_URL: 'http://127.0.0.1:54321', VITE_SUPABASE_PUBLISHABLE_KEY: key }, null],
  [{ VITE_SUPABASE_PUBLISHABLE_KEY: key }, /VITE_SUPABASE_URL is not/],
  [{ VITE_SUPABASE_URL: 'https://x.supabase.co' }, /VITE_SUPABASE_PUBLISHABLE_KEY is not/],
  [{ VITE_SUPABASE_URL: 'x.supabase.co', VITE_SUPABASE_PUBLISHABLE_KEY: key }, /no address/],
  [{ VITE_SUPABASE_URL: 'http://x.supabase.co', VITE_SUPABASE_PUBLISHABLE_KEY: key }, /https/],
  [
    { VITE_SUPABASE_URL: 'https://x.supabase.co', VITE_SUPABASE_PUBLISHABLE_KEY: 'a key' },
    /characters/,
  ],
  [
    { VITE_SUPABASE_URL: 'https://me:pw@x.supabase.co', VITE_SUPABASE_PUBLISHABLE_KEY: key },
    /address alone/,
  ],
])('of %o a build says %o', (env, problem) => {
  if (problem === null) expect(problemOf(env)).toBeNull();
  else expect(problemOf(env)).toMatch(problem);
});

/** A token of this role, as the older keys are. */
function tokenOf(role: string): string {
  const part = (claims: object) => Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ iss: 'supabase', ref: 'x', role })}.c2lnbmF0dXJl`;
}

const secrets = [
  'sb_secret_abcdef',
  'sbp_0123456789',
  tokenOf('service_role'),
  tokenOf('authenticated'),
];

it.each(secrets)(
  'SETUP-3: the secret key %s is refused where it was put, and not repeated',
  (secret) => {
    const url = 'https://x.supabase.co';
    const asKey = problemOf({ VITE_SUPABASE_URL: url, VITE_SUPABASE_PUBLISHABLE_KEY: secret });
    const asAddress = problemOf({ VITE_SUPABASE_URL: secret, VITE_SUPABASE_PUBLISHABLE_KEY: key });
    expect(asKey).toMatch(/^VITE_SUPABASE_PUBLISHABLE_KEY holds a secret key/);
    expect(asAddress).toMatch(/^VITE_SUPABASE_URL holds a secret key/);
    expect(`${asKey} ${asAddress}`).not.toContain(secret);
  },
);

it('SETUP-3: the password of a database in the place of the address is not repeated', () => {
  const url = 'postgresql://postgres:hunter2@db.x.supabase.co:5432/postgres';
  const problem = problemOf({ VITE_SUPABASE_URL: url, VITE_SUPABASE_PUBLISHABLE_KEY: key });
  expect(problem).toMatch(/begin with https/);
  expect(problem).not.toContain('hunter2');
});

it('SETUP-3: the older publishable key is taken', () => {
  const url = 'https://x.supabase.co';
  expect(
    problemOf({ VITE_SUPABASE_URL: url, VITE_SUPABASE_PUBLISHABLE_KEY: tokenOf('anon') }),
  ).toBeNull();
});

it.each([
  ['UTF-8', Buffer.from('VITE_A=ä\n'), false],
  ['nothing', Buffer.alloc(0), false],
  ['UTF-8 with a mark', Buffer.from('\ufeffVITE_A=1\n'), true],
  ['UTF-16 with a mark', Buffer.from('\ufeffVITE_A=1\n', 'utf16le'), true],
  ['UTF-16 without', Buffer.from('VITE_A=1\n', 'utf16le'), true],
])(
  'of settings that an editor has saved as %s a build says so if they are not read',
  (_, bytes, isMissed) => {
    const folder = mkdtempSync(join(tmpdir(), 'fieldnotes-settings-'));
    writeFileSync(join(folder, '.env.local'), bytes);
    const problem = problemOfFiles(folder, ['.env', '.env.local']);
    rmSync(folder, { recursive: true });
    expect(problem?.startsWith('.env.local is not read') ?? false).toBe(isMissed);
  },
);
