import { expect, it } from 'vitest';
import { problemOf } from '../../supabase/embedded/hosted-settings.ts';

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
])('of %o a build says %o', (env, problem) => {
  if (problem === null) expect(problemOf(env)).toBeNull();
  else expect(problemOf(env)).toMatch(problem);
});
