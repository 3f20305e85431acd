import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodedText } from '../../../src/lib/text-files.ts';

/**
 * What is wrong with the settings of a hosted backend, in one sentence; null if nothing is. Built in unchecked, a
 * mistake would only show as a site that never reaches its server. The sentence never quotes what may be secret.
 */
export function problemOf(env: Readonly<Record<string, string | undefined>>): string | null {
  const url = env.VITE_SUPABASE_URL ?? '';
  const key = env.VITE_SUPABASE_PUBLISHABLE_KEY ?? '';
  const reads = env.VITE_READ_URL ?? '';
  const secret = Object.entries(env).find(([name, value]) => isBuiltIn(name) && isSecret(value));
  if (secret !== undefined) {
    return `${secret[0]} holds a secret key, which would give every visitor all rights. Use the publishable key (sb_publishable_…, or the older one called anon), and revoke the secret one if it was ever published.`;
  }
  if (reads !== '' && !reads.startsWith('/') && !/^https?:/.test(reads)) {
    return `VITE_READ_URL is neither an address nor a path: '${reads}'.`;
  }
  if (url === '' && key === '') return null;
  if (url === '') return 'VITE_SUPABASE_PUBLISHABLE_KEY is set, but VITE_SUPABASE_URL is not.';
  if (key === '') return 'VITE_SUPABASE_URL is set, but VITE_SUPABASE_PUBLISHABLE_KEY is not.';
  if (!/^[\w.-]+$/.test(key)) {
    return 'VITE_SUPABASE_PUBLISHABLE_KEY holds characters that no key has. It begins with sb_publishable_, or with ey if it is an older one.';
  }
  if (!URL.canParse(url))
    return `VITE_SUPABASE_URL is no address: '${url}'. It begins with https://.`;
  const { protocol, hostname, username, password } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') {
    return `VITE_SUPABASE_URL has to begin with https://, and begins with ${protocol}//.`;
  }
  if (username !== '' || password !== '') {
    return 'VITE_SUPABASE_URL holds a name or a password. It is the address alone.';
  }
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (protocol === 'https:' || isHere) return null;
  return `VITE_SUPABASE_URL has to begin with https://, and is '${url}'.`;
}

function isBuiltIn(name: string): boolean {
  return name === 'VITE_SUPABASE_URL' || name === 'VITE_SUPABASE_PUBLISHABLE_KEY';
}

/** Whether it is a key of Supabase that must not be published: a secret key, a token of an account, or a role's. */
function isSecret(value = ''): boolean {
  if (/^(sb_secret_|sbp_)/.test(value)) return true;
  const [, claims] = /^ey[\w-]*\.([\w-]+)\./.exec(value) ?? [];
  if (claims === undefined) return false;
  try {
    const { role } = Object(JSON.parse(Buffer.from(claims, 'base64url').toString()));
    return role !== 'anon';
  } catch {
    return false;
  }
}

/**
 * The folder of its host that a build is for, with a slash at each end: `/` or `/notes/`.
 *
 * @param setting as the owner has written it (`SITE_BASE`): `notes`, `/notes`, `/notes/`, or nothing
 */
export function basePath(setting: string | undefined): string {
  const parts = (setting ?? '').split('/').filter((it) => it !== '');
  return ['', ...parts, ''].join('/');
}

/**
 * What is wrong with the files of settings in a folder, in one sentence; null if nothing is. Editors on Windows write UTF-16, or a
 * byte order mark: what reads settings then misses all of them, or the first one, without a word.
 */
export function problemOfFiles(folder: string, names: readonly string[]): string | null {
  const marked = names.find((name) => {
    const file = join(folder, name);
    if (!existsSync(file)) return false;
    const bytes = readFileSync(file);
    return decodedText(bytes) !== bytes.toString();
  });
  if (marked === undefined) return null;
  return `${marked} is not read as it is: save it as UTF-8 without a byte order mark (BOM).`;
}
