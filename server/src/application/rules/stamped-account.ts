/**
 * An account as it was when someone began to prove that it is theirs. The proof is valid as long as the
 * account's security stamp is the same; see `secureAccount`.
 */
export interface StampedAccount {
  readonly userId: string;
  readonly stamp: number;
}
