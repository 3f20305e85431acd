/**
 * Signing in and out, as screens see it; supabase/sign-in.ts implements it. Who is signed in is read from the mirror
 * (`useAccount`), without a network.
 */
export interface Auth {
  /** @throws {Failure} */
  signIn(email: string, password: string): Promise<void>;
  /** @returns whether the account is signed in at once; if not, it must confirm its e-mail. @throws {Failure} */
  signUp(email: string, password: string): Promise<'signed-in' | 'confirm'>;
  /**
   * Signs in with the tokens that a confirmation e-mail's link has put into the address, if it is for an account that this
   * device has signed up. Anybody can send a link with a session of their own, so another account is only offered.
   *
   * @returns the account that is offered; null if there is none
   * @throws {Failure}
   */
  signInByLink(): Promise<Offer | null>;
  /** Ends the session on this device, even offline (Y45); the server is told when it can be reached. Edits stay. */
  signOut(): Promise<void>;
  /** How many admins there are. @throws {Failure} */
  adminCount(): Promise<number>;
  /** Makes the signed-in account the admin if there is none. @throws {Failure} */
  claimFirstAdmin(): Promise<boolean>;
  /** Asks the server again for the role of the signed-in account; without an answer the role stays as it was. */
  refreshRole(): Promise<void>;
}

/** A session that a link has brought, not in use yet. */
export interface Offer {
  readonly email: string;
  /** Signs in with it. @throws {Failure} */
  accept(): Promise<void>;
}
