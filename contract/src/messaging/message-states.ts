/** The delivery states of a message that the business sends. */
export const messageStates = [
  'queued',
  'sent',
  'delivered',
  /** Its channel isn't set up, so it was only stored. */
  'stored',
  'failed',
  /** It may or may not have been sent, and is not repeated. */
  'unknown',
  /** It was no longer true when it was to be sent. */
  'outdated',
  /** The recipient can't be reached, or doesn't want it. */
  'skipped',
] as const;
export type MessageState = (typeof messageStates)[number];
