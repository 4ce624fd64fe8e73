import {
  appointmentStatuses,
  transitionNames,
  type AppointmentStatus,
  type TransitionName,
} from '@curbwrench/contract/appointments/lifecycle';
import { describe, expect, test } from 'vitest';
import { decideTransition, hasBegun, type AppointmentState } from './appointment.ts';
import { type CurrentTime, toLocalTime } from '../../application/rules/business-time.ts';
import type { Actor } from '../../application/rules/actor.ts';

const timeZone = 'America/Los_Angeles';

function timeAt(instant: string, zone = timeZone): CurrentTime {
  const now = new Date(instant);
  return { now, local: toLocalTime(now, zone), timeZone: zone };
}

/** An appointment on Thursday the 5th from 10:00 to 11:00, with a 24-hour cutoff. */
const state: AppointmentState = {
  customerId: 'customer',
  mechanicId: 'mechanic',
  status: 'confirmed',
  date: '2026-03-05',
  startTime: '10:00',
  endTime: '11:00',
  cancellationCutoffHours: 24,
};
const early = timeAt('2026-03-03T17:00:00Z');
const onTheDay = timeAt('2026-03-05T17:00:00Z');

const actors = {
  owner: { id: 'customer', role: 'customer' },
  mechanic: { id: 'mechanic', role: 'mechanic' },
  advisor: { id: 'advisor', role: 'service_advisor' },
  admin: { id: 'admin', role: 'admin' },
  'working admin': { id: 'mechanic', role: 'admin' },
  'another customer': { id: 'customer-2', role: 'customer' },
  'another mechanic': { id: 'mechanic-2', role: 'mechanic' },
} as const satisfies Record<string, Actor>;

/*
 * The expected transitions, written by hand. For each status and transition: the resulting status, and which of the
 * owner, the assigned mechanic and the office may make the transition. Anything missing is refused.
 */
const expectedTransitions: Partial<
  Record<`${AppointmentStatus} ${TransitionName}`, readonly [AppointmentStatus, string]>
> = {
  'pending assign': ['confirmed', 'office'],
  'pending reschedule': ['pending', 'owner office'],
  'pending cancel': ['cancelled', 'owner office'],
  'pending edit_notes': ['pending', 'owner'],
  'pending edit_gate_code': ['pending', 'owner office'],
  'unassigned assign': ['confirmed', 'office'],
  'unassigned reschedule': ['unassigned', 'owner office'],
  'unassigned cancel': ['cancelled', 'owner office'],
  'unassigned edit_notes': ['unassigned', 'owner'],
  'unassigned edit_gate_code': ['unassigned', 'owner office'],
  'confirmed assign': ['confirmed', 'office'],
  'confirmed unassign': ['unassigned', 'mechanic office'],
  'confirmed reschedule': ['confirmed', 'owner office'],
  'confirmed start': ['in_progress', 'mechanic'],
  'confirmed cancel': ['cancelled', 'owner office'],
  'confirmed edit_notes': ['confirmed', 'owner'],
  'confirmed edit_gate_code': ['confirmed', 'owner office'],
  'in_progress undo_start': ['confirmed', 'mechanic'],
  'in_progress arrive': ['in_progress', 'mechanic'],
  'in_progress complete': ['completed', 'mechanic'],
  'in_progress cancel': ['cancelled', 'office'],
  'in_progress edit_gate_code': ['in_progress', 'owner office'],
};

describe.each(appointmentStatuses)('a %s appointment', (status) => {
  test.each(transitionNames)('allows the transition %s exactly as listed above', (name) => {
    const [to, allowedRelations] = expectedTransitions[`${status} ${name}`] ?? [null, ''];
    const hasNoMechanic = status === 'pending' || status === 'unassigned';
    const appointment = { ...state, status, mechanicId: hasNoMechanic ? null : 'mechanic' };
    const currentTime = name === 'start' ? onTheDay : early;
    for (const [actorName, actor] of Object.entries(actors)) {
      // In a one-person business, an admin on their own job may do what the office and the mechanic may do.
      const relations =
        actorName === 'working admin' && !hasNoMechanic
          ? ['office', 'mechanic']
          : [actor.role === 'service_advisor' || actor.role === 'admin' ? 'office' : actorName];
      const decision = decideTransition(name, appointment, actor, currentTime);
      const isStranger =
        actorName.startsWith('another') || (actorName === 'mechanic' && hasNoMechanic);
      if (isStranger) {
        expect([actorName, decision]).toEqual([
          actorName,
          { ok: false, refusal: { code: 'not_found', message: 'Appointment not found.' } },
        ]);
      } else if (
        to !== null &&
        allowedRelations.split(' ').some((relation) => relations.includes(relation))
      ) {
        expect([actorName, decision]).toMatchObject([
          actorName,
          { ok: true, value: { status: to } },
        ]);
      } else {
        expect([actorName, decision]).toMatchObject([
          actorName,
          {
            ok: false,
            refusal: { code: expect.stringMatching(/^(wrong_status|not_allowed)$/) as string },
          },
        ]);
      }
    }
  });
});

describe('the refusal states the reason', () => {
  test.each([
    [
      'complete',
      'confirmed',
      'mechanic',
      'wrong_status',
      "A confirmed appointment can't be completed.",
    ],
    [
      'start',
      'in_progress',
      'mechanic',
      'wrong_status',
      "An in-progress appointment can't be started.",
    ],
    [
      'unassign',
      'unassigned',
      'advisor',
      'wrong_status',
      "An unassigned appointment can't be unassigned.",
    ],
    ['cancel', 'cancelled', 'owner', 'wrong_status', "A canceled appointment can't be canceled."],
    [
      'cancel',
      'in_progress',
      'owner',
      'not_allowed',
      "You don't have permission to cancel this appointment.",
    ],
    [
      'assign',
      'pending',
      'owner',
      'not_allowed',
      "You don't have permission to assign a mechanic.",
    ],
    ['start', 'confirmed', 'admin', 'not_allowed', "You don't have permission to start this job."],
    [
      'edit_notes',
      'confirmed',
      'admin',
      'not_allowed',
      "You don't have permission to change the notes.",
    ],
  ] as const)(
    'for "%s" on a %s appointment by the %s (%s)',
    (name, status, actorName, code, message) => {
      const mechanicId = status === 'pending' || status === 'unassigned' ? null : 'mechanic';
      const decision = decideTransition(
        name,
        { ...state, status, mechanicId },
        actors[actorName],
        onTheDay,
      );
      expect(decision).toEqual({ ok: false, refusal: { code, message } });
    },
  );
});

describe('the cutoff', () => {
  const outcomesAt = (
    appointment: Partial<AppointmentState>,
    instant: string,
    actorName: keyof typeof actors,
    zone = timeZone,
  ) =>
    (['cancel', 'reschedule'] as const).map((name) => {
      const decision = decideTransition(
        name,
        { ...state, ...appointment },
        actors[actorName],
        timeAt(instant, zone),
      );
      return decision.ok ? 'done' : decision.refusal.code;
    });

  test('is exactly the given number of hours before the start, and applies only to the owner', () => {
    expect(outcomesAt({}, '2026-03-04T18:00:00.000Z', 'owner')).toEqual(['done', 'done']);
    expect(outcomesAt({}, '2026-03-04T18:00:00.001Z', 'owner')).toEqual(['too_late', 'too_late']);
    expect(outcomesAt({}, '2026-03-06T18:00:00Z', 'owner')).toEqual(['too_late', 'too_late']);
    expect(outcomesAt({}, '2026-03-06T18:00:00Z', 'advisor')).toEqual(['done', 'done']);
  });

  test('is the number of hours stored with the appointment', () => {
    expect(outcomesAt({ cancellationCutoffHours: 0 }, '2026-03-05T18:00:00Z', 'owner')).toEqual([
      'done',
      'done',
    ]);
    expect(outcomesAt({ cancellationCutoffHours: 0 }, '2026-03-05T18:00:01Z', 'owner')).toEqual([
      'too_late',
      'too_late',
    ]);
    expect(outcomesAt({ cancellationCutoffHours: 72 }, '2026-03-02T18:00:01Z', 'owner')).toEqual([
      'too_late',
      'too_late',
    ]);
  });

  test('counts elapsed hours across the night in which clocks spring forward', () => {
    // Monday the 9th at 10:00 is 17:00 UTC; 24 hours earlier, Sunday's clocks also show 10:00.
    expect(outcomesAt({ date: '2026-03-09' }, '2026-03-08T17:00:00Z', 'owner')).toEqual([
      'done',
      'done',
    ]);
    expect(outcomesAt({ date: '2026-03-09' }, '2026-03-08T17:00:01Z', 'owner')).toEqual([
      'too_late',
      'too_late',
    ]);
    // The DST change is within the last 48 hours: Saturday's clocks show 09:00.
    const earlierCutoff = { date: '2026-03-09', cancellationCutoffHours: 48 };
    expect(outcomesAt(earlierCutoff, '2026-03-07T17:00:00Z', 'owner')).toEqual(['done', 'done']);
    expect(outcomesAt(earlierCutoff, '2026-03-07T17:00:01Z', 'owner')).toEqual([
      'too_late',
      'too_late',
    ]);
  });

  test('counts elapsed hours across the night in which clocks fall back', () => {
    const earlierCutoff = { date: '2026-11-02', cancellationCutoffHours: 48 };
    // Monday at 10:00 is 18:00 UTC; 48 hours earlier, Saturday's clocks show 11:00.
    expect(outcomesAt(earlierCutoff, '2026-10-31T18:00:00Z', 'owner')).toEqual(['done', 'done']);
    expect(outcomesAt(earlierCutoff, '2026-10-31T18:00:01Z', 'owner')).toEqual([
      'too_late',
      'too_late',
    ]);
  });

  test("uses the business's time zone", () => {
    expect(outcomesAt({}, '2026-03-03T21:00:00Z', 'owner', 'Pacific/Auckland')).toEqual([
      'done',
      'done',
    ]);
    expect(outcomesAt({}, '2026-03-03T21:00:01Z', 'owner', 'Pacific/Auckland')).toEqual([
      'too_late',
      'too_late',
    ]);
  });

  test('is stated in the refusal, which asks the customer to call', () => {
    const decision = decideTransition('cancel', state, actors.owner, onTheDay);
    expect(decision).toMatchObject({
      refusal: {
        message:
          'The deadline for online changes was 24 hours before your appointment. Please call us.',
      },
    });
    const shortNotice = { ...state, cancellationCutoffHours: 1 };
    const halfAnHourBefore = timeAt('2026-03-05T17:30:00Z');
    expect(decideTransition('cancel', shortNotice, actors.owner, halfAnHourBefore)).toMatchObject({
      refusal: {
        message:
          'The deadline for online changes was 1 hour before your appointment. Please call us.',
      },
    });
  });
});

describe('a job can be started', () => {
  const startAt = (instant: string, zone = timeZone) => {
    const decision = decideTransition('start', state, actors.mechanic, timeAt(instant, zone));
    return decision.ok ? 'done' : decision.refusal.code;
  };

  test("on its own day, from midnight to midnight in the business's time zone", () => {
    expect(startAt('2026-03-05T07:59:59Z')).toBe('too_early');
    expect(startAt('2026-03-05T08:00:00Z')).toBe('done');
    expect(startAt('2026-03-06T07:59:59Z')).toBe('done');
    expect(startAt('2026-03-06T08:00:00Z')).toBe('too_late');
  });

  test('on its own day in a time zone ahead of UTC, too', () => {
    expect(startAt('2026-03-04T11:00:00Z', 'Pacific/Auckland')).toBe('done');
    expect(startAt('2026-03-04T10:59:59Z', 'Pacific/Auckland')).toBe('too_early');
  });
});

test('an appointment has begun once the minute of its start time is reached', () => {
  const local = { date: '2026-03-05', minutes: 10 * 60 };
  expect(hasBegun({ date: '2026-03-05', startTime: '10:00' }, local)).toBe(true);
  expect(hasBegun({ date: '2026-03-05', startTime: '10:01' }, local)).toBe(false);
  expect(hasBegun({ date: '2026-03-06', startTime: '00:00' }, local)).toBe(false);
  expect(hasBegun({ date: '2026-03-04', startTime: '23:59' }, local)).toBe(true);
});
