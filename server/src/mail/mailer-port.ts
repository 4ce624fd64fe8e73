/** A message to send, in plain text to one recipient. */
export interface OutgoingMail {
  /** The message's id. The Message-ID is derived from it, so that email programs recognize a duplicate. */
  readonly id: number;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends messages through a mail server. */
export interface Mailer {
  /**
   * Resolves once the message is accepted. Rejects with MailRefusedError if it will never be accepted, and with
   * any other error if it may be retried.
   */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

/** The mail server will never accept this message: the mailbox doesn't exist, or the content is refused. */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError';
}
