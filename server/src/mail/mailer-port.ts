/** A message as it leaves. Plain text; one recipient. */
export interface OutgoingMail {
  /** The same for every attempt, so that a mailbox which got it twice can tell. */
  readonly id: number;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Takes messages to where they go. */
export interface Mailer {
  /**
   * Resolves once the message is the other side's. Rejects with MailRefusedError when it will never
   * be taken, and with any other error when it may be tried again.
   */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

/** The other side will never take this message: no such mailbox, or it refuses what it says. */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError';
}
