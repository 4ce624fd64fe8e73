/** An Idempotency-Key with the user, the call and the body of its request. */
export interface IdempotencyKey {
  readonly userId: string;
  readonly call: string;
  readonly key: string;
  readonly bodyHash: string;
}
