/** A message to send to one recipient. */
export interface OutgoingEmail {
  /** The message's id. The Message-ID is derived from it, so that email programs recognize a duplicate. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
  /** The HTML version; without it, the message is only plain text. */
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
   * Resolves once the message is accepted. Rejects with MailRefusedError if it will never be accepted, with
   * MailDeferredError if it was certainly not accepted but may be retried, and with any other error if it may be
   * retried but may have been accepted already.
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
