import type { MessageChannel, MessageKind, SecretMessageKind } from './kinds.ts';

/** The placeholders of message templates, written as `{{firstName}}`, with their labels in the editor. */
export const placeholderLabels = {
  firstName: 'First name',
  customer: 'Customer',
  services: 'Services',
  vehicle: 'Vehicle',
  when: 'Date and time',
  day: 'Day',
  time: 'Start time',
  endTime: 'End time',
  address: 'Address',
  mechanic: 'Mechanic',
  arrival: 'Expected arrival',
  business: 'Business name',
  phone: 'Business phone',
  link: 'Link',
  linkActions: 'Link actions',
  changeByPhone: 'How to make changes by phone',
  number: 'Appointment number',
  amount: 'Amount',
  document: 'Receipt or invoice',
  reason: 'Reason',
  jobs: 'List of jobs',
  message: 'Message',
  sender: 'Sender',
  code: 'Verification code',
  minutes: 'Minutes until the code expires',
} as const;
export type Placeholder = keyof typeof placeholderLabels;

const commonPlaceholders = ['firstName', 'business', 'phone', 'link'] as const;
const appointmentPlaceholders = [
  'services',
  'vehicle',
  'when',
  'day',
  'time',
  'endTime',
  'address',
  'number',
] as const;

const customerBase = [...commonPlaceholders, ...appointmentPlaceholders] as const;
const customerWithMechanic = [...customerBase, 'mechanic'] as const;
const upcomingBase = [...customerBase, 'linkActions', 'changeByPhone'] as const;
const upcomingWithMechanic = [...upcomingBase, 'mechanic'] as const;
const staffBase = [...commonPlaceholders, ...appointmentPlaceholders, 'customer'] as const;

/**
 * The placeholders that the templates of each kind of message may use. Any of them may have no value in a particular
 * message, such as `vehicle` for an appointment without a vehicle.
 */
export const messagePlaceholders: Readonly<Record<MessageKind, readonly Placeholder[]>> = {
  booked: upcomingBase,
  confirmed: upcomingWithMechanic,
  reassigned: upcomingWithMechanic,
  moved: upcomingWithMechanic,
  cancelled: [...customerBase, 'reason'],
  reminder_day: upcomingWithMechanic,
  reminder_hours: upcomingWithMechanic,
  on_the_way: [...customerWithMechanic, 'arrival'],
  arrived: customerWithMechanic,
  finished: [...customerWithMechanic, 'amount', 'document'],
  payment_received: [...customerWithMechanic, 'amount', 'document'],
  review_request: customerWithMechanic,
  office_reply: [...commonPlaceholders, 'message', 'sender', 'number'],
  texted_cancel: upcomingBase,
  // Anyone may have typed the address, so the message contains nothing that they typed.
  booking_code: ['business', 'phone', 'code', 'minutes'],
  new_link: customerBase,
  job_assigned: staffBase,
  job_changed: staffBase,
  // The job is no longer the mechanic's, so its customer and address are not named.
  job_removed: ['firstName', 'business', 'phone', 'services', 'when', 'day', 'time', 'number'],
  tomorrows_jobs: [...commonPlaceholders, 'day', 'jobs'],
  office_booking: staffBase,
  office_attention: [...staffBase, 'mechanic', 'reason'],
  office_attention_list: [...commonPlaceholders, 'jobs'],
  office_message: [...commonPlaceholders, 'customer', 'number'],
};

/**
 * The placeholder of the code or link that was created for the message. The body of the message must contain it. The
 * subject can't, since it is stored longer.
 */
export const secretPlaceholders: Readonly<Partial<Record<MessageKind, Placeholder>>> = {
  booking_code: 'code',
  new_link: 'link',
} satisfies Record<SecretMessageKind, Placeholder>;

/**
 * The maximum lengths of a template with its placeholders, in UTF-16 code units. A text message has no subject; the
 * subject of a push notification is its title.
 */
export const messageTemplateLimits = {
  email: { subject: 150, body: 4000 },
  sms: { subject: 0, body: 320 },
  push: { subject: 60, body: 200 },
} as const satisfies Record<MessageChannel, { subject: number; body: number }>;
