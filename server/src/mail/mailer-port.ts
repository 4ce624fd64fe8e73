/** A message to send, in plain text to one recipient. */
export interface OutgoingMail {
  /** The message's number. Mail programs detect a repeated message by the Message-ID made from it. */
  readonly id: number;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends messages through a mail server. */
export interface Mailer {
  /**
   * Resolves once the message is accepted. Rejects with MailRefusedError when it will never be
   * accepted, and with any other error when it may be retried.
   */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

/** The mail server will never accept this message: no such mailbox, or its content is refused. */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError';
}
