import type { Credentials } from './credentials.ts';

/**
 * The administrator that the embedded backend has: its build alone is told of one (DIFF-1). A site that is built
 * for a hosted project has no credentials in it.
 */
export function demoAdmin(): Credentials | null {
  const email: string | undefined = import.meta.env.VITE_DEMO_ADMIN_EMAIL;
  const password: string | undefined = import.meta.env.VITE_DEMO_ADMIN_PASSWORD;
  return email && password ? { email, password } : null;
}
