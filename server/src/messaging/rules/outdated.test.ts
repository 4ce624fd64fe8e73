import type { LoggedMessageKind } from '@curbwrench/contract/messaging/kinds';
import { expect, test } from 'vitest';
import { findOutdatedReason, type CurrentState } from './outdated.ts';

const time = '2026-03-05 10:00:00';
const otherTime = '2026-03-05 11:00:00';

const message = (kind: LoggedMessageKind, personId = 'customer') => ({
  kind,
  personId,
  startsAt: time,
  mechanicId: 'rosa',
});
const state = (
  appointment: Partial<NonNullable<CurrentState['appointment']>>,
  rest: Partial<CurrentState> = {},
): CurrentState => ({
  appointment: {
    startsAt: time,
    status: 'confirmed',
    mechanicId: 'rosa',
    hasArrived: false,
    needsAttention: false,
    isReviewed: false,
    ...appointment,
  },
  isUnreadByOffice: false,
  lastSent: null,
  ...rest,
});

test.each<[LoggedMessageKind, string, Parameters<typeof state>[0]]>([
  ['booked', 'its appointment is rescheduled', { startsAt: otherTime }],
  ['booked', 'its appointment is canceled', { status: 'cancelled' }],
  ['moved', 'its appointment is rescheduled again', { startsAt: otherTime }],
  ['confirmed', 'another mechanic is coming', { mechanicId: 'leo' }],
  ['confirmed', 'its appointment lost its mechanic', { status: 'unassigned', mechanicId: null }],
  ['confirmed', 'its appointment is rescheduled', { startsAt: otherTime }],
  ['reassigned', 'another mechanic is coming', { mechanicId: 'leo' }],
  ['reminder_day', 'its appointment is rescheduled', { startsAt: otherTime }],
  ['reminder_day', 'the job has started', { status: 'in_progress' }],
  ['reminder_hours', 'its appointment is canceled', { status: 'cancelled' }],
  ['on_the_way', 'the mechanic has arrived', { status: 'in_progress', hasArrived: true }],
  ['on_the_way', 'the start was undone', { status: 'confirmed' }],
  ['arrived', 'the job is done', { status: 'completed' }],
  ['finished', 'the job is not done', { status: 'cancelled' }],
  ['payment_received', 'the job is not done', { status: 'cancelled' }],
  ['review_request', 'the job is not done', { status: 'cancelled' }],
  ['cancelled', 'the appointment is not canceled', { status: 'confirmed' }],
  ['office_booking', 'the appointment is canceled', { status: 'cancelled' }],
  ['office_attention', 'the appointment has a mechanic', {}],
])('%s is outdated once %s', (kind, _reason, appointment) => {
  expect(findOutdatedReason(message(kind), state(appointment))).toBe(
    'The appointment changed before this was sent.',
  );
});

test.each<[LoggedMessageKind, Parameters<typeof state>[0]]>([
  ['booked', { status: 'pending', mechanicId: null }],
  ['booked', {}],
  ['moved', { mechanicId: 'leo' }],
  ['confirmed', {}],
  ['reminder_day', { status: 'unassigned', mechanicId: null }],
  ['on_the_way', { status: 'in_progress' }],
  ['arrived', { status: 'in_progress', hasArrived: true }],
  ['finished', { status: 'completed' }],
  ['payment_received', { status: 'completed' }],
  ['review_request', { status: 'completed' }],
  ['cancelled', { status: 'cancelled' }],
  ['office_booking', { status: 'pending', mechanicId: null }],
  ['office_attention', { status: 'unassigned', mechanicId: null }],
])('%s is sent if it is still accurate', (kind, appointment) => {
  expect(findOutdatedReason(message(kind), state(appointment))).toBeNull();
});

test.each<[LoggedMessageKind, boolean, Parameters<typeof state>[0]]>([
  ['job_assigned', true, {}],
  ['job_assigned', false, { mechanicId: 'leo' }],
  ['job_assigned', false, { startsAt: otherTime }],
  ['job_changed', false, { status: 'cancelled' }],
  ['job_removed', true, { mechanicId: 'leo' }],
  ['job_removed', true, { status: 'cancelled' }],
  ['job_removed', false, {}],
])('%s is sent to the mechanic: %s', (kind, isSent, appointment) => {
  const reason = findOutdatedReason(message(kind, 'rosa'), state(appointment));
  expect(reason === null).toBe(isSent);
});

test.each([
  ['gets it', time],
  ['has it at another time', otherTime],
])('a mechanic who lost a job is not notified again when another one %s', (_, startsAt) => {
  const removed = {
    kind: 'job_removed',
    startsAt,
    mechanicId: null,
    countsAsSent: true,
  } as const;
  const now = state({ mechanicId: 'leo' }, { lastSent: removed });
  expect(findOutdatedReason({ ...message('job_removed'), mechanicId: 'leo' }, now)).toBe(
    'This message was already sent.',
  );
});

test('nobody is notified of the same time twice, unless they were notified of another time in between', () => {
  const moved = {
    kind: 'moved',
    startsAt: time,
    mechanicId: 'rosa',
    countsAsSent: true,
  } as const;
  expect(findOutdatedReason(message('moved'), state({}, { lastSent: moved }))).toBe(
    'This message was already sent.',
  );
  for (const lastSent of [
    { ...moved, startsAt: otherTime },
    { ...moved, kind: 'booked' as const },
    { ...moved, countsAsSent: false },
  ]) {
    expect(findOutdatedReason(message('moved'), state({}, { lastSent }))).toBeNull();
  }
});

test('a customer who has already written a review is not asked for one @reviews.asked', () => {
  const reviewed = state({ status: 'completed', isReviewed: true });
  expect(findOutdatedReason(message('review_request'), reviewed)).toBe(
    'The customer has already left a review.',
  );
  expect(findOutdatedReason(message('finished'), reviewed)).toBeNull();
});

test('the office is notified of a message only while it is unread', () => {
  const unread: CurrentState = { appointment: null, isUnreadByOffice: true, lastSent: null };
  expect(findOutdatedReason(message('office_message'), unread)).toBeNull();
  expect(
    findOutdatedReason(message('office_message'), { ...unread, isUnreadByOffice: false }),
  ).toBe('The office has read the message.');
});

test('the office can be alerted to the same job again, since someone may have handled it in between', () => {
  const lastSent = {
    kind: 'office_attention',
    startsAt: time,
    mechanicId: null,
    countsAsSent: true,
  } as const;
  const attention = { ...message('office_attention'), mechanicId: null };
  const waiting = state({ status: 'unassigned', mechanicId: null }, { lastSent });
  expect(findOutdatedReason(attention, waiting)).toBeNull();
});
