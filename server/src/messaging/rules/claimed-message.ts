import type { LoggedMessageKind, MessageChannel } from '@curbwrench/contract/messaging/kinds';

/** A message that a process has claimed; no other process sends it until the claim expires. */
export interface ClaimedMessage {
  readonly id: number;
  readonly kind: LoggedMessageKind;
  readonly channel: MessageChannel;
  readonly personId: string;
  readonly appointmentId: number | null;
  readonly conversationId: string | null;
  /** The client-generated id of the conversation message that this one forwards. */
  readonly messageClientId: string | null;
  /** The local date and time of the appointment's start when the message was recorded. */
  readonly startsAt: string | null;
  readonly mechanicId: string | null;
  readonly formerMechanicId: string | null;
  /** The date of the appointment's start, or of a list of jobs. */
  readonly date: string | null;
  /** The number of attempts, including the one that begins with this claim. */
  readonly attempts: number;
  /** Whether a previous attempt sent it to the provider, regardless of the outcome. */
  readonly wasAttempted: boolean;
  /** When the last attempt that may have reached the recipient began; null if none may have. */
  readonly lastPossibleDeliveryAt: Date | null;
  readonly expiresAt: Date;
  readonly createdAt: Date;
}
