import type { MessageChannel } from '@curbwrench/contract/messaging/kinds';

/** A message to one person through one channel, with its final text. */
export interface RenderedMessage {
  /** The message's id. The id that lets a provider recognize a duplicate is derived from it. */
  readonly id: number;
  readonly personId: string;
  /** An email address, or a phone number in E.164 format; null for push, which goes to the person's browsers. */
  readonly to: string | null;
  /** The subject of an email, or the title of a push notification. */
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
  /** The HTML version of an email; null for other channels. */
  readonly html: string | null;
  /** The iCalendar part of an email; null if it has none. */
  readonly calendar: { readonly method: 'REQUEST' | 'CANCEL'; readonly content: string } | null;
  /** The URL at which the recipient can unsubscribe from messages of this kind; null if they can't. */
  readonly unsubscribeUrl: string | null;
  /** The page that the message is about, such as `/appointments/12`. */
  readonly path: string;
  /** A topic such as `appointment-12`. On a device, a message replaces the previous one with the same topic. */
  readonly topic: string;
  /** After this time, the message is no longer sent. */
  readonly expiresAt: Date;
}

/** The outcome of one attempt to send a message. */
export type DeliveryOutcome =
  /** The provider accepted the message. `providerId` identifies it in the provider's later reports, if it sends any. */
  | { readonly kind: 'accepted'; readonly providerId: string | null }
  /** The message will never be accepted. `reason` is for admins: a sentence without a name, a number or an address. */
  | { readonly kind: 'refused'; readonly reason: string }
  /**
   * `retry`: the message was definitely not sent. `unknown`: the request was made, but the response was lost, so the
   * message may or may not have been sent. `afterSeconds` is how long the provider asks us to wait, if it does.
   */
  | {
      readonly kind: 'retry' | 'unknown';
      readonly reason: string;
      readonly afterSeconds: number | null;
    };

/** Sends messages through one channel. */
export interface ChannelAdapter {
  readonly channel: MessageChannel;
  /** Makes one attempt. Every failure of the provider is an outcome; an exception is a bug or a database outage. */
  send(message: RenderedMessage): Promise<DeliveryOutcome>;
}
