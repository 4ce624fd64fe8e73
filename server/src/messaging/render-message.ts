import { getButtonLabel } from '@curbwrench/contract/messaging/button-label';
import { messageKinds, type MessageKind } from '@curbwrench/contract/messaging/kinds';
import { findOrCreateAppointmentLink } from '../appointment-links/find-or-create-link.ts';
import { writeCalendar } from '../application/rules/icalendar.ts';
import type { Context, Transaction } from '../application/transaction.ts';
import { getEventVersion } from '../appointments/rules/calendar-event.ts';
import { inTransaction } from '../database/connection/transaction.ts';
import type { RenderedMessage } from './channel-port.ts';
import type { ClaimedMessage } from './rules/claimed-message.ts';
import { findCalendarEntry } from './queries/calendar-entry.ts';
import { findMessageTemplate } from './queries/message-templates.ts';
import { readMessageValues } from './queries/message-values.ts';
import { createUnsubscribeToken } from './unsubscribe-token.ts';
import { renderEmailHtml } from './rules/email-layout.ts';
import { fillMessage, type MessageValues } from './rules/message-templates.ts';

/** The dependencies of rendering messages. */
export interface MessagingContext extends Context {
  readonly publicUrl: string;
  readonly linkSecret: string;
  /** The address that the business's emails come from; null if there is no mail server. */
  readonly senderAddress: string | null;
}

/** A message as it is sent, and as the message log stores it: without its link, which is a secret. */
export interface MessageContent {
  readonly message: RenderedMessage;
  readonly logged: { readonly subject: string; readonly text: string };
}

/** What the log shows instead of an appointment's link, a conversation message, and that message's author. */
const logPlaceholders = { link: '[link]', message: '[message]', sender: '[name]' } as const;

/**
 * Renders a claimed message from current data; returns null if there is nothing to say, for example if a list has no
 * jobs. Creates the appointment's link if it has none.
 */
export async function renderMessage(
  context: MessagingContext,
  claimed: ClaimedMessage,
  address: string,
  now: Date,
): Promise<MessageContent | null> {
  const { kind, channel, personId } = claimed;
  return inTransaction(context.store, async (trx) => {
    const path = getPath(claimed);
    const isForCustomer = messageKinds[kind].audience === 'customer';
    const link = await getLink(trx, context, claimed, now);
    const values = await readMessageValues(trx, {
      ...claimed,
      now,
      business: context.business,
      link,
    });
    if (!values || (kind === 'tomorrows_jobs' && !values.jobs)) return null;
    const template = await findMessageTemplate(trx, kind, channel);
    if (!template) return null;
    const filled = fillMessage(template, channel === 'sms' ? shortenForSms(values) : values);
    const logged = isForCustomer ? fillMessage(template, withoutSecrets(values)) : filled;
    const unsubscribeUrl =
      channel === 'email' && messageKinds[kind].preference === 'appointmentReminders'
        ? `${context.publicUrl}/unsubscribe/${createUnsubscribeToken(context.linkSecret, personId)}`
        : null;
    const calendar =
      channel === 'email' ? await renderCalendar(trx, context, claimed, address, values) : null;
    return {
      message: {
        id: claimed.id,
        personId,
        to: channel === 'push' ? null : address,
        ...filled,
        html:
          channel === 'email'
            ? renderEmailHtml(filled.text, {
                subject: filled.subject,
                businessName: context.business.name,
                link,
                buttonLabel: getButtonLabel(kind),
                unsubscribeUrl,
              })
            : null,
        calendar,
        unsubscribeUrl,
        path,
        topic: getTopic(claimed),
        expiresAt: claimed.expiresAt,
      },
      logged,
    };
  });
}

function withoutSecrets(values: MessageValues): MessageValues {
  return {
    ...values,
    ...(values.link && { link: logPlaceholders.link }),
    ...(values.message && { message: logPlaceholders.message }),
    ...(values.sender && { sender: logPlaceholders.sender }),
  };
}

/** The maximum length of a forwarded message. Twilio's limit for the entire text is 1,600 characters. */
const maxForwardedLength = 1200;

function shortenForSms(values: MessageValues): MessageValues {
  const { message } = values;
  if (message === undefined || message.length <= maxForwardedLength) return values;
  return { ...values, message: `${message.slice(0, maxForwardedLength - 1).trimEnd()}…` };
}

/**
 * Returns the URL of the page that a message is about. Returns '' if a customer without an account has no open
 * appointment, since there is no page to reply on.
 */
async function getLink(
  trx: Transaction,
  { linkSecret: secret, publicUrl }: MessagingContext,
  claimed: ClaimedMessage,
  now: Date,
): Promise<string> {
  const { kind, appointmentId, personId } = claimed;
  if (messageKinds[kind].audience !== 'customer') return `${publicUrl}${getPath(claimed)}`;
  return appointmentId === null
    ? ''
    : findOrCreateAppointmentLink(trx, { secret, publicUrl }, appointmentId, personId, now);
}

/** Returns the page that a message opens for a person who is signed in. */
function getPath({ kind, appointmentId }: ClaimedMessage): string {
  if (kind === 'office_message') return '/chat-support';
  return appointmentId === null ? '/' : `/appointments/${appointmentId}`;
}

/**
 * Returns the topic of a push notification, which replaces the previous one with the same topic on a device.
 * Appointments and conversations have separate topics.
 */
function getTopic({ appointmentId, conversationId, date }: ClaimedMessage): string {
  if (appointmentId !== null) return `appointment-${appointmentId}`;
  return conversationId === null ? `jobs-${date}` : `conversation-${conversationId}`;
}

/** Whether each kind of message updates the customer's calendar entry or removes it; other kinds do neither. */
const calendarMethods: Partial<Record<MessageKind, 'REQUEST' | 'CANCEL'>> = {
  booked: 'REQUEST',
  confirmed: 'REQUEST',
  reassigned: 'REQUEST',
  moved: 'REQUEST',
  cancelled: 'CANCEL',
};

/** Returns the calendar part of an email. The entry's id is always the same, so that later emails update the entry. */
async function renderCalendar(
  trx: Transaction,
  { publicUrl, business, senderAddress }: MessagingContext,
  { kind, appointmentId }: ClaimedMessage,
  address: string,
  values: MessageValues,
): Promise<RenderedMessage['calendar']> {
  const method = calendarMethods[kind];
  if (!method || appointmentId === null) return null;
  const entry = await findCalendarEntry(trx, appointmentId);
  if (!entry) return null;
  const content = writeCalendar({
    name: business.name,
    method,
    events: [
      {
        ...getEventVersion(entry, entry.history, { publicUrl, timeZone: business.timeZone }),
        summary: `${values.services ?? 'Appointment'} (${business.name})`,
        description: describeEntry(values),
        location: entry.location,
        // The link stays in the email: calendars are shared more widely.
        url: `${publicUrl}/appointments/${appointmentId}`,
        organizer: { name: business.name, email: senderAddress ?? address },
        attendee: { name: '', email: address },
      },
    ],
  });
  return { method, content };
}

function describeEntry({ vehicle, mechanic, number, phone }: MessageValues): string {
  return [
    ...(vehicle ? [`Vehicle: ${vehicle}`] : []),
    ...(mechanic ? [`Mechanic: ${mechanic}`] : []),
    ...(number ? [`Appointment: ${number}`] : []),
    ...(phone ? [`Phone: ${phone}`] : []),
  ].join('\n');
}
