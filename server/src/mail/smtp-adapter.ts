import { createTransport } from 'nodemailer';
import { MailRefusedError, type Mailer } from './mailer-port.ts';

/** How long each step of a conversation with the server may take. */
const patience = 15_000;

/**
 * Sends through an SMTP server named by a URL such as `smtp://user:password@host:587`; `smtps:` is
 * TLS from the first byte, and `smtp:` is upgraded by STARTTLS where the server offers it.
 */
export function smtpMailer(url: string, from: string): Mailer {
  const transport = createTransport(
    {
      url,
      pool: true,
      maxConnections: 2,
      connectionTimeout: patience,
      greetingTimeout: patience,
      socketTimeout: patience,
      // The text of a message is all there is: nothing is read from disk or fetched for it.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  const domain = /@([^@>\s]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
  return {
    async send({ id, to, subject, text }) {
      try {
        await transport.sendMail({
          // As an address, never as a list to be parsed.
          to: { name: '', address: to },
          subject,
          text,
          messageId: `<curbwrench-${id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
      } catch (error) {
        if (isForGood(error)) throw new MailRefusedError('The mail server refused the message.');
        throw error;
      }
    },
    close: () => transport.close(),
  };
}

/**
 * 5xx to the recipient or to the message. A refused log-in or sender, or a server that won't relay
 * for us (5.7.x, RFC 3463), is ours to put right, and waits.
 */
function isForGood(error: unknown): boolean {
  const { command, responseCode, response } = Object(error) as Record<string, unknown>;
  return (
    (command === 'RCPT TO' || command === 'DATA') &&
    typeof responseCode === 'number' &&
    responseCode >= 500 &&
    !/^\d{3}[ -]5\.7\./.test(String(response))
  );
}
