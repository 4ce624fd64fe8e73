import { createTransport } from 'nodemailer';
import { MailDeferredError, MailRefusedError, type Mailer } from './mailer-port.ts';

/** The timeout of each step of the SMTP conversation, unless the caller specifies another. */
const defaultTimeoutMs = 15_000;

/**
 * Creates a mailer for the SMTP server in a URL such as `smtp://user:password@host:587`. `smtps:` uses
 * TLS from the start; `smtp:` is upgraded with STARTTLS if the server offers it.
 */
export function smtpMailer(
  url: string,
  from: string,
  timeoutMs: number = defaultTimeoutMs,
): Mailer {
  const transport = createTransport(
    {
      url,
      pool: true,
      maxConnections: 2,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      // No file is read and nothing is fetched for a message.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  const senderAddress = /([^@<\s]+@[^@>\s]+)>?\s*$/.exec(from)?.[1] ?? from;
  const domain = /@(.+)$/.exec(senderAddress)?.[1] ?? 'localhost';
  return {
    senderAddress,
    async send({ id, to, subject, text, html, calendar, unsubscribeUrl }) {
      try {
        await transport.sendMail({
          // Passed as one address, so that it is never parsed as a list.
          to: { name: '', address: to },
          subject,
          text,
          ...(html && { html }),
          ...(calendar && { icalEvent: { method: calendar.method, content: calendar.content } }),
          ...(unsubscribeUrl && { list: { unsubscribe: unsubscribeUrl } }),
          messageId: `<curbwrench-${id}@${domain}>`,
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(unsubscribeUrl && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
          },
        });
      } catch (error) {
        if (isPermanentRefusal(error))
          throw new MailRefusedError('The mail server refused the message.');
        throw findDeferral(error) ?? error;
      }
    },
    close: () => transport.close(),
  };
}

/**
 * Returns whether the server refused the recipient or the message permanently (5xx). If it refuses our
 * login or sender, or won't relay for us (5.7.x, RFC 3463), the fix is on our side, so the message
 * is retried.
 */
function isPermanentRefusal(error: unknown): boolean {
  const { command, responseCode, response } = Object(error) as Record<string, unknown>;
  return (
    (command === 'RCPT TO' || command === 'DATA') &&
    typeof responseCode === 'number' &&
    responseCode >= 500 &&
    !/^\d{3}[ -]5\.7\./.test(String(response))
  );
}

/** The codes of errors that occur before the connection is established or the login succeeds. */
const connectionErrors = ['EDNS', 'EAUTH', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH'];

/** Returns the error for a message that the server definitely did not accept; null if it may have. */
function findDeferral(error: unknown): MailDeferredError | null {
  const { code, originalCode, responseCode } = Object(error) as Record<string, unknown>;
  // An error reply to any command means that the server does not have the message (RFC 5321, 4.2.1).
  if (typeof responseCode === 'number')
    return new MailDeferredError('The mail server is not accepting the message right now.', code);
  return connectionErrors.some((each) => each === code || each === originalCode)
    ? new MailDeferredError("The mail server can't be reached.", code)
    : null;
}
