/**
 * The backend this build is for: hosted Supabase where it is named, else the origin that serves the site.
 *
 * Each variable is named whole: of `import.meta.env` alone, the build would take every variable along.
 *
 * @returns `url` without a slash at its end; `key`, the publishable key, which is public
 */
export function backendOfBuild(origin: string): { url: string; key: string } {
  const url: string | undefined = import.meta.env.VITE_SUPABASE_URL;
  const key: string | undefined = import.meta.env.VITE_SUPABASE_PUBLISHABLE_KEY;
  return { url: (url || origin).replace(/\/+$/, ''), key: key || 'sb_publishable_embedded' };
}
