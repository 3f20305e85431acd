import type { Backend } from './remote.ts';

/** The backend this build is for: hosted Supabase where it is named, else the origin that serves the site. */
export function backendOfBuild(env: ImportMetaEnv, origin: string): Backend {
  const url: string | undefined = env.VITE_SUPABASE_URL;
  const key: string | undefined = env.VITE_SUPABASE_PUBLISHABLE_KEY;
  return { url: (url || origin).replace(/\/+$/, ''), key: key || 'sb_publishable_embedded' };
}
