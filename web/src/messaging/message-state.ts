import type { MessageLogEntry } from '@curbwrench/contract/messaging/schemas';
import type { MessageState } from '@curbwrench/contract/messaging/message-states';
import {
  Ban,
  CheckCheck,
  CircleAlert,
  CircleHelp,
  Clock,
  History,
  Inbox,
  Send,
  type LucideIcon,
} from 'lucide-react';
import type { Tone } from '../ui/tone.ts';

interface StateDetails {
  readonly label: string;
  readonly tone: Tone;
  readonly Icon: LucideIcon;
}

/** How screens show each state of a message. */
export const messageStateDetails: Record<MessageState, StateDetails> = {
  queued: { label: 'Queued', tone: 'waiting', Icon: Clock },
  sent: { label: 'Sent', tone: 'done', Icon: Send },
  delivered: { label: 'Delivered', tone: 'done', Icon: CheckCheck },
  stored: { label: 'Saved, not sent', tone: 'muted', Icon: Inbox },
  failed: { label: 'Failed', tone: 'alert', Icon: CircleAlert },
  unknown: { label: 'Delivery unknown', tone: 'progress', Icon: CircleHelp },
  outdated: { label: 'No longer needed', tone: 'muted', Icon: History },
  skipped: { label: 'Skipped', tone: 'muted', Icon: Ban },
};

/** Returns why a message is in its state, or why the last attempt to send it failed; null if no reason is known. */
export function getStateReason({
  state,
  reason,
}: Pick<MessageLogEntry, 'state' | 'reason'>): string | null {
  if (state === 'queued' && reason !== null) return `${reason} We'll try again.`;
  return reason;
}
