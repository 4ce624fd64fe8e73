import type { ChannelAdapter, DeliveryOutcome } from '../messaging/channel-port.ts';

/** A text message. */
export interface TextMessage {
  /** In E.164 format. */
  readonly to: string;
  readonly text: string;
  /** After this time, the message is no longer delivered. */
  readonly expiresAt: Date;
  /**
   * The message's id in `outbound_messages`, for delivery reports; null for a message that is not stored, such as a
   * code.
   */
  readonly messageId: number | null;
}

/** Sends text messages: those of the message queue, and codes, which are sent immediately. */
export interface SmsSender extends ChannelAdapter {
  /** Makes one attempt. Every failure of the provider is an outcome, not an exception. */
  sendText(message: TextMessage): Promise<DeliveryOutcome>;
}
