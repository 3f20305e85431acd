/**
 * What is wrong with the settings of a hosted backend, in one sentence; null if nothing is. Built in unchecked, a
 * mistake would only show as a site that never reaches its server.
 */
export function problemOf(env: Readonly<Record<string, string | undefined>>): string | null {
  const url = env.VITE_SUPABASE_URL ?? '';
  const key = env.VITE_SUPABASE_PUBLISHABLE_KEY ?? '';
  const reads = env.VITE_READ_URL ?? '';
  if (reads !== '' && !reads.startsWith('/') && !/^https?:/.test(reads)) {
    return `VITE_READ_URL is neither an address nor a path: '${reads}'.`;
  }
  if (url === '' && key === '') return null;
  if (url === '') return 'VITE_SUPABASE_PUBLISHABLE_KEY is set, but VITE_SUPABASE_URL is not.';
  if (key === '') return 'VITE_SUPABASE_URL is set, but VITE_SUPABASE_PUBLISHABLE_KEY is not.';
  if (!URL.canParse(url))
    return `VITE_SUPABASE_URL is no address: '${url}'. It begins with https://.`;
  const { protocol, hostname } = new URL(url);
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (protocol === 'https:' || (protocol === 'http:' && isHere)) return null;
  return `VITE_SUPABASE_URL has to begin with https://, and is '${url}'.`;
}
