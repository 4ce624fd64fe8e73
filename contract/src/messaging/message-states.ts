/** The delivery states of a message that the business sends. */
export const messageStates = [
  'queued',
  'sent',
  'delivered',
  /** It was only stored, because its channel isn't set up. */
  'stored',
  'failed',
  /** It may or may not have been sent, and is not sent again. */
  'unknown',
  /** It was not sent, because it was no longer true. */
  'outdated',
  /** The recipient can't be reached, or doesn't want it. */
  'skipped',
] as const;
export type MessageState = (typeof messageStates)[number];
