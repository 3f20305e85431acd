import type { Credentials } from './credentials.ts';

/**
 * The embedded backend's administrator; only its build contains one (DIFF-1). A site built for a hosted project
 * contains no credentials.
 */
export function demoAdmin(): Credentials | null {
  const email: string | undefined = import.meta.env.VITE_DEMO_ADMIN_EMAIL;
  const password: string | undefined = import.meta.env.VITE_DEMO_ADMIN_PASSWORD;
  return email && password ? { email, password } : null;
}
