/** The name and the version of this application, as package.json says them. Stated by vite.config.ts. */
declare const __CLIENT__: string;

export interface BackendSettings {
  readonly VITE_SUPABASE_URL?: string | undefined;
  readonly VITE_SUPABASE_PUBLISHABLE_KEY?: string | undefined;
  readonly VITE_READ_URL?: string | undefined;
}

/** `url` has no trailing slash; `key`, the publishable key, is public; visitors read at `reads`, a cache, if there is one. */
interface BackendOfBuild {
  readonly url: string;
  readonly key: string;
  readonly reads?: string;
}

/** The backend of this build, with `client`, which each call names. */
export function backendOfBuild(origin: string): BackendOfBuild & { readonly client: string } {
  // Each variable by its full name: `import.meta.env` alone would put all variables into the build.
  const backend = backendOf(origin, {
    VITE_SUPABASE_URL: import.meta.env.VITE_SUPABASE_URL,
    VITE_SUPABASE_PUBLISHABLE_KEY: import.meta.env.VITE_SUPABASE_PUBLISHABLE_KEY,
    VITE_READ_URL: import.meta.env.VITE_READ_URL,
  });
  return { ...backend, client: __CLIENT__ };
}

/**
 * Hosted Supabase if the settings name it, else the origin that serves the site.
 *
 * @param origin may be empty, for addresses relative to it
 */
export function backendOf(origin: string, settings: BackendSettings): BackendOfBuild {
  const { VITE_SUPABASE_URL: url, VITE_SUPABASE_PUBLISHABLE_KEY: key } = settings;
  const reads = settings.VITE_READ_URL;
  return {
    url: withoutSlash(url || origin),
    key: key || 'sb_publishable_embedded',
    ...(reads && { reads: withoutSlash(reads.startsWith('/') ? `${origin}${reads}` : reads) }),
  };
}

function withoutSlash(address: string): string {
  return address.replace(/\/+$/, '');
}
