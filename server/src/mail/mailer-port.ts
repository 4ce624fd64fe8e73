/** A message to send to one recipient. */
export interface OutgoingEmail {
  /** The message's id. The Message-ID is derived from it, so that email programs recognize a duplicate. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
  /** The HTML version; without it, the message has only plain text. */
  readonly html?: string | null;
  /** An iCalendar object, which email programs offer to add to the calendar. */
  readonly calendar?: { readonly method: 'REQUEST' | 'CANCEL'; readonly content: string } | null;
  /** The URL for unsubscribing with one click (RFC 8058). */
  readonly unsubscribeUrl?: string | null;
}

/** Sends messages through a mail server. */
export interface Mailer {
  /** The address that messages come from. */
  readonly senderAddress: string;
  /**
   * Resolves when the message has been accepted. Rejects with MailRefusedError if the message will never be accepted,
   * and with MailDeferredError if it was definitely not accepted but can be retried. After any other error, it can be
   * retried too, but it may already have been accepted.
   */
  send(mail: OutgoingEmail): Promise<void>;
  close(): void;
}

/** The mail server will never accept this message: the mailbox doesn't exist, or the content is refused. */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError';
}

/** The mail server has not accepted this message, or can't be reached; it may accept the message later. */
export class MailDeferredError extends Error {
  override readonly name = 'MailDeferredError';
  /** The code of the original error, for the log. */
  readonly code: unknown;

  constructor(message: string, code: unknown) {
    super(message);
    this.code = code;
  }
}
