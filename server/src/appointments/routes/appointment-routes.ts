import type { AppointmentChange, JobStepChange } from '@curbwrench/contract/appointments/schemas';
import type { FastifyInstance } from 'fastify';
import { assignMechanic } from '../commands/assign-mechanic.ts';
import { bookAppointment } from '../commands/book-appointment.ts';
import { cancelAppointment } from '../commands/cancel-appointment.ts';
import { editDetails } from '../commands/edit-details.ts';
import { rescheduleAppointment } from '../commands/reschedule-appointment.ts';
import { getCurrentTime } from '../../application/transaction.ts';
import { unassignMechanic } from '../commands/unassign-mechanic.ts';
import { undoStart } from '../commands/undo-start.ts';
import {
  findOtherJobInProgress,
  hasUndoableStart,
  readHistory,
  summarizeHistory,
} from '../queries/appointment-history.ts';
import {
  countAppointments,
  countMatchingAppointments,
  findAppointment,
  listUpcomingAndRecent,
  listAppointments,
} from '../queries/appointments.ts';
import { getReadScope, type ReadScope } from '../../database/read-scope.ts';
import type { Actor } from '../../application/rules/actor.ts';
import { writeCalendar } from '../../application/rules/icalendar.ts';
import { accepted, refused, type Result } from '../../application/rules/result.ts';
import { findReviewOfAppointment } from '../../reviews/queries.ts';
import { presentDetails } from './appointment-details-view.ts';
import { presentCalendar } from './appointment-calendar-view.ts';
import { presentAppointment } from './appointment-view.ts';
import { isJobStep, performJobStep } from './job-step.ts';
import {
  registerEndpoint,
  ExactReply,
  FileReply,
  noSuchPage,
  setNextPageLink,
  type EndpointRequest,
  type EndpointResult,
} from '../../http/endpoint.ts';
import { readIdempotencyKey } from '../../http/idempotency-key.ts';
import type { RouteContext } from '../../http/route-context.ts';

/** Registers the appointment routes: list, count, read, book and change appointments. */
export function appointmentRoutes(app: FastifyInstance, context: RouteContext): void {
  const db = context.store.kysely;

  registerEndpoint(app, context, 'listAppointments', async ({ viewer, query, raw, reply }) => {
    const currentTime = getCurrentTime(context);
    if (Object.values(query).every((value) => value === undefined)) {
      const rows = await listUpcomingAndRecent(db, getReadScope(viewer), currentTime.local.date);
      return accepted(rows.map((row) => presentAppointment(row, viewer, currentTime)));
    }
    const filters = { ...query, ...(query.attention && { overdueAt: currentTime }) };
    const page = await listAppointments(db, getReadScope(viewer), filters, currentTime.local.date);
    if (!page) return noSuchPage;
    setNextPageLink(raw, reply, page.next);
    return accepted(page.rows.map((row) => presentAppointment(row, viewer, currentTime)));
  });

  registerEndpoint(app, context, 'countAppointments', async ({ viewer, query }) => {
    const scope = getReadScope(viewer);
    const countScope: ReadScope =
      scope.kind === 'all' && query.mechanicId !== undefined
        ? { kind: 'mechanic', id: query.mechanicId }
        : scope;
    const { date, when, attention } = query;
    if (!when && !attention) return accepted(await countAppointments(db, countScope, date));
    const currentTime = getCurrentTime(context);
    const filters = { date, when, ...(attention && { overdueAt: currentTime }) };
    return accepted(
      await countMatchingAppointments(db, countScope, filters, currentTime.local.date),
    );
  });

  registerEndpoint(app, context, 'getAppointment', async ({ viewer, params }) => {
    const row = await findAppointment(db, getReadScope(viewer), params.id);
    if (!row) return noSuchAppointment;
    const isOwnJob = row.mechanic_id === viewer.id;
    const currentTime = getCurrentTime(context);
    const [history, otherJobId, canUndoStart, review] = await Promise.all([
      readHistory(db, row.id),
      isOwnJob ? findOtherJobInProgress(db, viewer.id, row.id) : null,
      isOwnJob && hasUndoableStart(db, row.id, currentTime.now),
      row.status === 'completed' ? findReviewOfAppointment(db, row.id) : null,
    ]);
    const facts = { otherJobId, canUndoStart };
    return accepted(presentDetails(row, history, facts, viewer, currentTime, review));
  });

  registerEndpoint(app, context, 'getAppointmentCalendar', async ({ viewer, params }) => {
    const row = await findAppointment(db, getReadScope(viewer), params.id);
    if (!row) return noSuchAppointment;
    const history = await summarizeHistory(db, row);
    const file = writeCalendar(presentCalendar(row, history, context));
    return accepted(
      new FileReply(Buffer.from(file), 'text/calendar; charset=utf-8', `appointment-${row.id}.ics`),
    );
  });

  registerEndpoint(app, context, 'bookAppointment', (request) =>
    book(context, 'bookAppointment', request),
  );
  registerEndpoint(app, context, 'bookForNewCustomer', (request) =>
    book(context, 'bookForNewCustomer', request),
  );

  registerEndpoint(app, context, 'changeAppointment', async ({ viewer, params, body, raw }) => {
    if (isJobStep(body)) {
      const reply = await performJobStep(context, viewer, params.id, body, raw);
      return reply.ok ? accepted(new ExactReply(reply.value)) : reply;
    }
    const changed = await runChangeCommand(context, viewer, params.id, body);
    if (!changed.ok) return changed;
    // The viewer sees the result of an allowed change, even a mechanic who has just declined the job.
    const row = await findAppointment(db, { kind: 'all' }, params.id);
    if (!row) return noSuchAppointment;
    return accepted(presentAppointment(row, viewer, getCurrentTime(context)));
  });
}

type BookingEndpoint = 'bookAppointment' | 'bookForNewCustomer';

/** Books an appointment for the viewer, or for the new or existing customer whom the office specifies. */
async function book(
  context: RouteContext,
  endpoint: BookingEndpoint,
  { viewer, body, raw, reply }: EndpointRequest<BookingEndpoint>,
): Promise<EndpointResult<BookingEndpoint>> {
  const currentTime = getCurrentTime(context);
  const idempotencyKey = readIdempotencyKey(viewer.id, endpoint, raw, body);
  if (!idempotencyKey.ok) return idempotencyKey;
  const booked = await bookAppointment(context, viewer, {
    input: body,
    idempotencyKey: idempotencyKey.value,
    reply: (row) => JSON.stringify(presentAppointment(row, viewer, currentTime)),
  });
  reply.code(201);
  return booked.ok ? accepted(new ExactReply(booked.value)) : booked;
}

/** Runs the command for a request body. The body's shape determines the transition; each transition has one command. */
async function runChangeCommand(
  context: RouteContext,
  actor: Actor,
  id: number,
  body: Exclude<AppointmentChange, JobStepChange>,
): Promise<Result<void>> {
  if ('notes' in body || 'gateCode' in body) return editDetails(context, actor, id, body);
  if ('startUndone' in body) return undoStart(context, actor, id);
  if ('date' in body) return rescheduleAppointment(context, actor, id, body);
  switch (body.status) {
    case 'confirmed':
      return assignMechanic(context, actor, id, body.mechanicId);
    case 'unassigned':
      return unassignMechanic(context, actor, id, body.reason);
    case 'cancelled':
      return cancelAppointment(context, actor, id, body.reason);
  }
}

const noSuchAppointment = refused('not_found', 'Appointment not found.');
