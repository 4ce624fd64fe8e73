/**
 * An account, with the security stamp that it had when someone began to sign in. The sign-in can only be completed
 * while the account still has this stamp; see `secureAccount`.
 */
export interface AccountSecurityStamp {
  readonly userId: string;
  readonly stamp: number;
}
