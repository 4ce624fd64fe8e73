import type { LinkedAppointment } from '@curbwrench/contract/appointment-links/schemas';
import type { FastifyInstance } from 'fastify';
import { cancelAppointment } from '../appointments/commands/cancel-appointment.ts';
import { rescheduleAppointment } from '../appointments/commands/reschedule-appointment.ts';
import { summarizeHistory } from '../appointments/queries/appointment-history.ts';
import { findAppointment } from '../appointments/queries/appointments.ts';
import type { AppointmentRow } from '../appointments/queries/appointment-rows.ts';
import { writeCalendar } from '../application/rules/icalendar.ts';
import { linkDoesNotWork } from '../application/rules/link-refusal.ts';
import { accepted, refused, type Result } from '../application/rules/result.ts';
import { getCurrentTime } from '../application/transaction.ts';
import { sendMessage } from '../conversations/send-message.ts';
import { readRescheduleTimes } from '../dispatch/reschedule-times-view.ts';
import { FileReply, registerEndpoint } from '../http/endpoint.ts';
import type { RouteContext } from '../http/route-context.ts';
import { presentReceiptContent } from '../payments/receipt-content-view.ts';
import { renderReceiptPdf } from '../payments/receipt-pdf-view.ts';
import { findReceiptData } from '../payments/receipt-queries.ts';
import { findReviewOfAppointment } from '../reviews/queries.ts';
import { writeReview } from '../reviews/write-review.ts';
import { presentTracking } from '../tracking/tracking-view.ts';
import { presentLinkedCalendar } from './calendar-view.ts';
import { presentLinkedAppointment } from './linked-appointment-view.ts';
import { openLink, type OpenedLink } from './open-link.ts';
import { renewByLink, revokeByLink } from './renew-by-link.ts';

/**
 * Registers the endpoints that the holder of an appointment's link uses, signed in or not. Every request is a POST with
 * the token in its body, so that the token appears in no URL, log or referrer, and opening the link changes nothing.
 * The link gives its holder the customer's rights on one appointment: each handler uses only the appointment of the
 * link.
 */
export function linkedAppointmentRoutes(app: FastifyInstance, context: RouteContext): void {
  registerEndpoint(app, context, 'readByLink', async ({ body }) => {
    const opened = await openWithRow(context, body.token);
    return opened.ok ? accepted(await present(context, opened.value)) : opened;
  });

  registerEndpoint(app, context, 'trackByLink', async ({ body }) => {
    const opened = await openWithRow(context, body.token);
    if (!opened.ok) return opened;
    const currentTime = getCurrentTime(context);
    const tracking = await presentTracking(context, opened.value.row, true, currentTime);
    const { appointmentId: _id, mechanic: _mechanic, ...visible } = tracking;
    return accepted(visible);
  });

  registerEndpoint(app, context, 'listRescheduleTimesByLink', async ({ body }) => {
    const opened = await openWithRow(context, body.token);
    if (!opened.ok) return opened;
    const { row, actor } = opened.value;
    return readRescheduleTimes(
      context.store.kysely,
      row,
      actor,
      body.date,
      getCurrentTime(context),
    );
  });

  registerEndpoint(app, context, 'getCalendarByLink', async ({ body }) => {
    const opened = await openWithRow(context, body.token);
    if (!opened.ok) return opened;
    const { row } = opened.value;
    const history = await summarizeHistory(context.store.kysely, row);
    const file = Buffer.from(writeCalendar(presentLinkedCalendar(context, row, history)));
    return accepted(new FileReply(file, 'text/calendar; charset=utf-8', 'appointment.ics'));
  });

  registerEndpoint(app, context, 'getReceiptByLink', async ({ body }) => {
    const opened = await openWithRow(context, body.token);
    if (!opened.ok) return opened;
    const { row, actor, isOver } = opened.value;
    const { payment_id: paymentId } = row;
    if (!isOver || paymentId === null) return noReceipt;
    const scope = { kind: 'customer', id: actor.id } as const;
    const data = await findReceiptData(context.store.kysely, scope, paymentId);
    if (!data) return noReceipt;
    // Omits the customer's email address, which the link's holder may not know.
    const shownData = { ...data, payment: { ...data.payment, email: null } };
    const { business, clock } = context;
    const content = presentReceiptContent(shownData, actor, business, clock.now());
    const bytes = await renderReceiptPdf(content, business.currency);
    const name = `${content.heading}-${content.number.slice(1)}.pdf`.toLowerCase();
    return accepted(new FileReply(bytes, 'application/pdf', name));
  });

  registerEndpoint(app, context, 'rescheduleByLink', async ({ body: { token, ...to } }) => {
    const opened = await openLink(context, token);
    if (!opened.ok) return opened;
    const { actor, target } = opened.value;
    const moved = await rescheduleAppointment(context, actor, target.appointmentId, to);
    return moved.ok ? readAgain(context, token) : moved;
  });

  registerEndpoint(app, context, 'cancelByLink', async ({ body: { token, reason } }) => {
    const opened = await openLink(context, token);
    if (!opened.ok) return opened;
    const { actor, target } = opened.value;
    const canceled = await cancelAppointment(context, actor, target.appointmentId, reason);
    return canceled.ok ? readAgain(context, token) : canceled;
  });

  registerEndpoint(app, context, 'reviewByLink', async ({ body: { token, ...review } }) => {
    const opened = await openLink(context, token);
    if (!opened.ok) return opened;
    const { actor, target } = opened.value;
    const written = await writeReview(context, actor, target.appointmentId, review);
    return written.ok ? readAgain(context, token) : written;
  });

  registerEndpoint(app, context, 'sendMessageByLink', async ({ body: { token, ...message } }) => {
    const opened = await openLink(context, token);
    if (!opened.ok) return opened;
    const { actor, target, isOver } = opened.value;
    if (isOver) return isOverRefusal;
    const { appointmentId } = target;
    const sent = await sendMessage(context, actor, actor.id, message, appointmentId);
    return sent.ok ? accepted(null) : sent;
  });

  registerEndpoint(app, context, 'renewOwnLink', async ({ body }) => {
    const opened = await openLink(context, body.token);
    if (!opened.ok) return opened;
    const renewed = await renewByLink(context, opened.value);
    return renewed.ok ? accepted(null) : renewed;
  });

  registerEndpoint(app, context, 'revokeOwnLink', async ({ body }) => {
    const opened = await openLink(context, body.token);
    if (!opened.ok) return opened;
    const revoked = await revokeByLink(context, opened.value);
    return revoked.ok ? accepted(null) : revoked;
  });
}

type OpenedWithRow = OpenedLink & { readonly row: AppointmentRow };

async function openWithRow(context: RouteContext, token: string): Promise<Result<OpenedWithRow>> {
  const opened = await openLink(context, token);
  if (!opened.ok) return opened;
  const { target } = opened.value;
  const scope = { kind: 'customer', id: target.personId } as const;
  const row = await findAppointment(context.store.kysely, scope, target.appointmentId);
  return row ? accepted({ ...opened.value, row }) : linkDoesNotWork;
}

async function readAgain(context: RouteContext, token: string): Promise<Result<LinkedAppointment>> {
  const opened = await openWithRow(context, token);
  return opened.ok ? accepted(await present(context, opened.value)) : opened;
}

async function present(
  context: RouteContext,
  { row, actor, isOver, target }: OpenedWithRow,
): Promise<LinkedAppointment> {
  const canRenew = target.email !== null;
  const review =
    row.status === 'completed' ? await findReviewOfAppointment(context.store.kysely, row.id) : null;
  return presentLinkedAppointment(context, row, review, actor, { isOver, canRenew });
}

const noReceipt = refused('not_found', 'There is no receipt for this appointment yet.');

const isOverRefusal = refused('wrong_status', 'This appointment has ended. Please call us.');
