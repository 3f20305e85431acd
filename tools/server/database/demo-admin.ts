import type { PGlite } from '@electric-sql/pglite';

/** The administrator of an embedded backend, so that there is an account to sign in with. */
export interface DemoAdmin {
  email: string;
  password: string;
}

/**
 * Signs the demo admin up as any client would, and grants the role. For the first start.
 *
 * @param key the publishable key
 */
export async function createDemoAdmin(
  fetch: (request: Request) => Promise<Response>,
  database: PGlite,
  key: string,
  { email, password }: DemoAdmin,
): Promise<void> {
  const response = await fetch(
    new Request('http://localhost/auth/v1/signup', {
      method: 'POST',
      headers: { apikey: key, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    }),
  );
  if (!response.ok) throw new Error(`The demo admin could not sign up: ${await response.text()}`);
  await database.query(
    `insert into public.user_roles (user_id, role) select id, 'admin' from auth.users where lower(email) = lower($1)`,
    [email],
  );
}
