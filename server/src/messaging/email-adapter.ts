import { MailDeferredError, MailRefusedError, type Mailer } from '../mail/mailer-port.ts';
import type { ChannelAdapter } from './channel-port.ts';

/**
 * Returns the email channel, which sends through a mail server. If the server's response is lost, the message is sent
 * again with the same Message-ID, so that email programs recognize the duplicate.
 */
export function createEmailAdapter(mailer: Mailer): ChannelAdapter {
  return {
    channel: 'email',
    async send({ id, to, subject, text, html, calendar, unsubscribeUrl }) {
      if (to === null) return { kind: 'refused', reason: 'There is no email address.' };
      try {
        await mailer.send({
          id: `message-${id}`,
          to,
          subject,
          text,
          html,
          calendar,
          unsubscribeUrl,
        });
        return { kind: 'accepted', providerId: null };
      } catch (error) {
        if (error instanceof MailRefusedError) return { kind: 'refused', reason: error.message };
        return error instanceof MailDeferredError
          ? { kind: 'retry', reason: error.message, afterSeconds: null }
          : { kind: 'unknown', reason: 'The mail server did not respond.', afterSeconds: null };
      }
    },
  };
}
