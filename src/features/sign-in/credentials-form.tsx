import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { type Failure, toFailure } from '../../lib/failure.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { Credentials, CredentialsField, CredentialsProblem } from './credentials.ts';
import { offlineWords } from './sign-in-words.ts';
import type { SignInAttempts } from './use-attempts.ts';

/**
 * Email and password: checks and sends them, and shows what went wrong.
 *
 * The inputs are uncontrolled, because a password manager that fills them may fire no event that React
 * hears (A11).
 */
export function CredentialsForm({
  children,
  busyLabel,
  start,
  password,
  passwordHint,
  attempts,
  check,
  words,
  submit,
}: {
  /** The button's label. */
  children: ReactNode;
  busyLabel: string;
  start?: Partial<Credentials> | undefined;
  password: 'current-password' | 'new-password';
  passwordHint?: string;
  attempts: SignInAttempts;
  check: (credentials: Credentials) => CredentialsProblem | null;
  words: (failure: Failure) => string;
  /** @throws {Failure} */
  submit: (credentials: Credentials) => Promise<void>;
}) {
  const [problem, setProblem] = useState<CredentialsProblem | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const problemId = useId();

  useEffect(() => {
    const [first] = problem?.fields ?? [];
    const field = first && form.current?.elements.namedItem(first);
    if (field instanceof HTMLInputElement) field.focus();
  }, [problem]);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (attempts.busy) return;
    const typed = new FormData(event.currentTarget);
    const credentials = {
      email: String(typed.get('email') ?? '').trim(),
      password: String(typed.get('password') ?? ''),
    };
    const wrong = check(credentials);
    setProblem(wrong);
    if (wrong !== null) return;
    await attempts.attempt(() =>
      submit(credentials).catch((error: unknown) => {
        const failure = toFailure(error);
        const fields: CredentialsField[] =
          failure.code === 'invalid_credentials' ? ['email', 'password'] : [];
        // Asked afterwards: browsers say that there is no network where there is one.
        const isOffline = failure.kind === 'unreachable' && !navigator.onLine;
        setProblem({ message: isOffline ? offlineWords : words(failure), fields });
      }),
    );
  }

  const field = (name: CredentialsField) => ({
    name,
    defaultValue: start?.[name],
    invalid: problem?.fields.includes(name) ?? false,
    'aria-describedby': problem?.fields.includes(name) ? problemId : undefined,
  });

  return (
    <form ref={form} onSubmit={onSubmit} noValidate className="grid gap-5">
      {problem !== null && <Alert id={problemId}>{problem.message}</Alert>}
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        {...field('email')}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete={password}
        hint={passwordHint}
        required
        {...field('password')}
      />
      {/* Not `disabled`, which would drop the focus. */}
      <Button type="submit" look="primary" aria-disabled={attempts.busy}>
        {attempts.busy ? busyLabel : children}
      </Button>
    </form>
  );
}
