/**
 * The backend of this build: hosted Supabase if the settings name it, else the origin that serves the site.
 *
 * Each variable is read by its full name: `import.meta.env` alone would put all variables into the build.
 *
 * @returns `url` without a trailing slash; `key`, the publishable key, which is public
 */
export function backendOfBuild(origin: string): { url: string; key: string } {
  const url: string | undefined = import.meta.env.VITE_SUPABASE_URL;
  const key: string | undefined = import.meta.env.VITE_SUPABASE_PUBLISHABLE_KEY;
  return { url: (url || origin).replace(/\/+$/, ''), key: key || 'sb_publishable_embedded' };
}
