/**
 * Signing in and out, as screens see it; supabase/sign-in.ts implements it. Who is signed in is read from the mirror
 * (`useAccount`), without a network.
 */
export interface Auth {
  /** @throws {Failure} */
  signIn(email: string, password: string): Promise<void>;
  /** @returns whether the account is signed in at once; if not, it must confirm its e-mail. @throws {Failure} */
  signUp(email: string, password: string): Promise<'signed-in' | 'confirm'>;
  /** Signs in with the tokens that a confirmation e-mail's link has put into the address, if any. @throws {Failure} */
  signInByLink(): Promise<void>;
  /** Ends the session on this device, even offline (Y45); the server is told when it can be reached. Edits stay. */
  signOut(): Promise<void>;
  /** How many admins there are. @throws {Failure} */
  adminCount(): Promise<number>;
  /** Makes the signed-in account the admin if there is none. @throws {Failure} */
  claimFirstAdmin(): Promise<boolean>;
  /** Asks the server again for the role of the signed-in account; without an answer the role stays as it was. */
  refreshRole(): Promise<void>;
}
