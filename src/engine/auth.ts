/**
 * Signing in and out, as screens see it; implemented by supabase/ and handed in by main.tsx. Who is signed
 * in is read from the mirror (`useAccount`), which needs no network.
 */
export interface Auth {
  /** @throws {Failure} */
  signIn(email: string, password: string): Promise<void>;
  /** @returns whether the account is signed in at once, or waits for its e-mail to be confirmed. @throws {Failure} */
  signUp(email: string, password: string): Promise<'signed-in' | 'confirm'>;
  /** Signs in with what a confirmation e-mail's link has left in the address, if anything. @throws {Failure} */
  signInByLink(): Promise<void>;
  /** Ends the session on this device, network or not (Y45); the server is told when it can be. Edits stay. */
  signOut(): Promise<void>;
  /** How many admins there are. @throws {Failure} */
  adminCount(): Promise<number>;
  /** Makes the account that is signed in the admin, if there is none. @throws {Failure} */
  claimFirstAdmin(): Promise<boolean>;
  /** Asks the server again for the role of the account that is signed in; leaves it where there is no answer. */
  refreshRole(): Promise<void>;
}
