import type { TransitionName } from '../appointments/lifecycle.ts';

/** How a message reaches a person. */
export const messageChannels = ['email', 'sms', 'push'] as const;
export type MessageChannel = (typeof messageChannels)[number];

/** Who receives messages of a kind. */
type Audience = 'customer' | 'mechanic' | 'office';

/** The preferences of office staff. They turn off emails only, not push notifications. */
export type OfficeEmailPreference = 'bookingEmails' | 'attentionEmails' | 'messageEmails';

/** The preference that turns a kind of message off; null if it can't be turned off. */
type MessagePreference =
  | 'appointmentReminders'
  | 'mechanicUpdates'
  | 'paymentReceipts'
  | 'promotionalEmails'
  | OfficeEmailPreference
  | null;

interface MessageKindDetails {
  readonly audience: Audience;
  /** The channels that it is sent through, if the person can be reached and allows it. */
  readonly channels: readonly MessageChannel[];
  readonly preference: MessagePreference;
  /** Its name on screens. */
  readonly label: string;
  /** Whether its text messages are held until daytime. */
  readonly isDaytimeOnly: boolean;
}

const all = ['email', 'sms', 'push'] as const;
const withoutSms = ['email', 'push'] as const;

/** All kinds of messages that the business sends, except those about a person's account (module `accounts`). */
export const messageKinds = {
  booked: customer('Booking received', withoutSms, null),
  confirmed: customer('Mechanic assigned', all, 'mechanicUpdates'),
  reassigned: customer('Mechanic changed', withoutSms, 'mechanicUpdates'),
  moved: customer('Appointment rescheduled', all, null),
  cancelled: customer('Appointment canceled', all, null),
  reminder_day: {
    ...customer('Day-before reminder', all, 'appointmentReminders'),
    isDaytimeOnly: true,
  },
  reminder_hours: {
    ...customer('Two-hour reminder', all, 'appointmentReminders'),
    isDaytimeOnly: true,
  },
  on_the_way: customer('Mechanic on the way', all, 'mechanicUpdates'),
  arrived: customer('Mechanic arrived', all, 'mechanicUpdates'),
  finished: customer('Job completed (receipt or invoice)', withoutSms, 'paymentReceipts'),
  payment_received: customer('Payment received (receipt)', withoutSms, 'paymentReceipts'),
  review_request: customer('Review request', withoutSms, 'appointmentReminders'),
  office_reply: customer('Message from the office', ['email', 'sms'], null),
  texted_cancel: customer('Reply to a customer who texts to cancel', ['email', 'sms'], null),
  booking_code: customer('Verification code', ['email'], null),
  new_link: customer('New appointment link', ['email'], null),
  job_assigned: mechanic('New job'),
  job_changed: mechanic('Job changed'),
  job_removed: mechanic('Job canceled or reassigned'),
  tomorrows_jobs: mechanic("Tomorrow's jobs"),
  office_booking: office('New booking', 'bookingEmails'),
  office_attention: office('Needs attention', 'attentionEmails'),
  office_attention_list: office('Several appointments need attention', 'attentionEmails'),
  office_message: office('New message', 'messageEmails'),
} as const satisfies Record<string, MessageKindDetails>;
export type MessageKind = keyof typeof messageKinds;

/**
 * The kinds of messages with a code or link that was created for this one message and can be used by anyone who reads
 * it. They are emails of the server's module `mail`, which deletes their content, and are not in the message log.
 */
export type SecretMessageKind = 'booking_code' | 'new_link';
/** The kinds of messages in the message log. */
export type LoggedMessageKind = Exclude<MessageKind, SecretMessageKind>;

function customer<Channels extends readonly MessageChannel[]>(
  label: string,
  channels: Channels,
  preference: MessagePreference,
) {
  return { audience: 'customer', channels, preference, label, isDaytimeOnly: false } as const;
}

function mechanic(label: string) {
  return {
    audience: 'mechanic',
    channels: withoutSms,
    preference: null,
    label,
    isDaytimeOnly: false,
  } as const;
}

function office(label: string, preference: OfficeEmailPreference) {
  return {
    audience: 'office',
    channels: withoutSms,
    preference,
    label,
    isDaytimeOnly: false,
  } as const;
}

/**
 * The messages that booking and each transition of an appointment may cause; empty for transitions that cause no
 * message.
 */
export const transitionMessages: Record<TransitionName | 'book', readonly LoggedMessageKind[]> = {
  book: ['booked', 'office_booking'],
  assign: ['confirmed', 'reassigned', 'job_assigned', 'job_removed'],
  unassign: ['job_removed', 'office_attention'],
  reschedule: ['moved', 'job_changed', 'job_removed', 'office_attention'],
  start: ['on_the_way'],
  undo_start: [],
  arrive: ['arrived'],
  complete: ['finished', 'review_request'],
  cancel: ['cancelled', 'job_removed'],
  edit_notes: [],
  edit_gate_code: [],
};
