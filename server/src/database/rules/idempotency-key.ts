/** Identifies one attempt: which user, which call, under which key, with which body. */
export interface RepeatKey {
  readonly userId: string;
  readonly call: string;
  readonly key: string;
  readonly bodyHash: string;
}
