/** The name and the version of this application, as package.json says them. Stated by vite.config.ts. */
declare const __CLIENT__: string;

/**
 * The backend of this build: hosted Supabase if the settings name it, else the origin that serves the site.
 *
 * Each variable is read by its full name: `import.meta.env` alone would put all variables into the build.
 *
 * @returns `url` without a trailing slash; `key`, the publishable key, which is public; `client`, which each
 *   call names; `reads`, where visitors read, if the settings name a cache
 */
export function backendOfBuild(origin: string): {
  url: string;
  key: string;
  client: string;
  reads?: string;
} {
  const reads: string | undefined = import.meta.env.VITE_READ_URL;
  const url: string | undefined = import.meta.env.VITE_SUPABASE_URL;
  const key: string | undefined = import.meta.env.VITE_SUPABASE_PUBLISHABLE_KEY;
  return {
    url: (url || origin).replace(/\/+$/, ''),
    key: key || 'sb_publishable_embedded',
    client: __CLIENT__,
    ...(reads && { reads: new URL(reads, origin).href.replace(/\/+$/, '') }),
  };
}
