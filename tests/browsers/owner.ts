import type { Visitor } from './visitor.ts';

/** Waits until the site can be opened without a server: the worker has the page, and the mirror its content. */
export function untilKept(visitor: Visitor): Promise<void> {
  return visitor.until(
    'a service worker in control',
    () => navigator.serviceWorker.controller?.state === 'activated',
  );
}

export async function signIn(
  visitor: Visitor,
  url: string,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await visitor.load(`${url}/admin`);
  await visitor.fill({ css: 'input', name: 'Email' }, email);
  await visitor.fill({ css: 'input', name: 'Password' }, password);
  await visitor.click({ css: 'button', name: 'Sign In' });
  await visitor.see('Admin Dashboard', 'h1');
}
