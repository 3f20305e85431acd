import type { Auth } from '../../src/engine/auth.ts';
import type { MirrorDatabase } from '../../src/engine/mirror/database.ts';
import type { Account } from '../../src/engine/mirror/meta.ts';
import { openSessionStore } from '../../src/engine/mirror/session-store.ts';
import { Failure } from '../../src/lib/failure.ts';

/** A server with a few accounts. A test can make its answers fail or wait. */
export interface FakeAuth extends Auth {
  /** The questions in order, each with the address that it was about. */
  readonly asked: string[];
  /** The passwords of the accounts, by e-mail. */
  readonly users: Map<string, string>;
  readonly admins: Set<string>;
  /** The only address that may become the first admin; null for any. */
  claimBy: string | null;
  /** Sign-ups have to be confirmed by e-mail first. */
  confirms: boolean;
  /** Every question fails with it; null if none fails. */
  failure: Failure | null;
  /** Questions are answered when it is resolved. */
  gate: Promise<void>;
}

export function fakeAuth(database: MirrorDatabase): FakeAuth {
  const store = openSessionStore(database);

  async function ask(question: string): Promise<void> {
    auth.asked.push(question);
    await auth.gate;
    if (auth.failure !== null) throw auth.failure;
  }

  async function adopt(email: string): Promise<void> {
    await store.signIn('{}', accountOf(email, auth.admins.has(email)));
  }

  const setRole = async (): Promise<Account | null> => {
    const { account } = await store.read();
    if (account !== null) await store.setRole(account.userId, auth.admins.has(account.email));
    return account;
  };

  const auth: FakeAuth = {
    asked: [],
    users: new Map([['admin@b.cd', 'right-password']]),
    admins: new Set(['admin@b.cd']),
    claimBy: null,
    confirms: false,
    failure: null,
    gate: Promise.resolve(),
    async signIn(email, password) {
      await ask(`sign in ${email}`);
      if (auth.users.get(email) !== password) {
        throw new Failure('refused', 'invalid_credentials', 'no');
      }
      await adopt(email);
    },
    async signUp(email, password) {
      await ask(`sign up ${email}`);
      auth.users.set(email, password);
      if (auth.confirms) return 'confirm';
      await adopt(email);
      return 'signed-in';
    },
    signInByLink: async () => null,
    signOut: () => store.signOut(),
    async adminCount() {
      await ask('admin count');
      return auth.admins.size;
    },
    async claimFirstAdmin() {
      await ask('claim');
      const { account } = await store.read();
      if (account === null || auth.admins.size > 0) return false;
      if (auth.claimBy !== null && auth.claimBy !== account.email) return false;
      auth.admins.add(account.email);
      await setRole();
      return true;
    },
    async refreshRole() {
      await ask('role').then(setRole, () => {});
    },
  };
  return auth;
}

/** A signed-in account. */
export function accountOf(email: string, isAdmin: boolean): Account {
  return { userId: `id of ${email}`, email, isAdmin, expired: false };
}
