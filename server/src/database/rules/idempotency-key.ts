/** An Idempotency-Key with the user, the endpoint and the body of its request. */
export interface IdempotencyKey {
  readonly userId: string;
  readonly endpoint: string;
  readonly key: string;
  readonly bodyHash: string;
}
