import { PASSWORD_LENGTH } from '../../lib/limits.ts';

/** Shown before the first attempt to sign up. */
export const passwordHint = `At least ${PASSWORD_LENGTH} characters.`;

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export type CredentialsField = keyof Credentials;

/** What is wrong with the input: the messages, and the fields they are about, in order. */
export interface CredentialsProblem {
  readonly message: string;
  readonly fields: readonly CredentialsField[];
}

/** SIGNIN-3 */
export function checkSignIn({ email, password }: Credentials): CredentialsProblem | null {
  return problem('Please enter both email and password', {
    email: email !== '',
    password: password !== '',
  });
}

/** SIGNIN-4. Only an e-mail can tell whether the address exists. */
export function checkSignUp({ email, password }: Credentials): CredentialsProblem | null {
  return problem('Please enter a valid email and password (min 8 characters)', {
    email: /^[^\s@]+@[^\s@]+$/.test(email),
    password: password.length >= PASSWORD_LENGTH,
  });
}

function problem(
  message: string,
  right: Record<CredentialsField, boolean>,
): CredentialsProblem | null {
  const fields = (['email', 'password'] as const).filter((field) => !right[field]);
  return fields.length === 0 ? null : { message, fields };
}

/**
 * The embedded backend's administrator; only its build contains one (DIFF-1). A site built for a hosted project
 * contains no credentials.
 */
export function demoAdmin(): Credentials | null {
  const email: string | undefined = import.meta.env.VITE_DEMO_ADMIN_EMAIL;
  const password: string | undefined = import.meta.env.VITE_DEMO_ADMIN_PASSWORD;
  return email && password ? { email, password } : null;
}
