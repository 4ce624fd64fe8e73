import { describe, expect, test } from 'vitest';
import type { AppointmentState } from './appointment.ts';
import { getAttentionReason } from './attention.ts';

/** An appointment on Thursday the 5th, which is today in these tests, from 10:00 to 11:00. */
const state: AppointmentState = {
  customerId: 'customer',
  mechanicId: 'mechanic',
  status: 'confirmed',
  date: '2026-03-05',
  startTime: '10:00',
  endTime: '11:00',
  cancellationCutoffHours: 24,
};

describe('appointments that need attention from the office @dispatch.attention', () => {
  const local = { date: '2026-03-05', minutes: 10 * 60 };
  const now = new Date('2026-03-05T18:00:00Z');
  const getReason = (
    details: Partial<Parameters<typeof getAttentionReason>[0]>,
    hasMechanics = true,
  ) =>
    getAttentionReason(
      {
        ...state,
        status: 'pending',
        mechanicId: null,
        heldMechanicId: null,
        mechanicOffSince: null,
        isStranded: false,
        isPlanUnpaid: false,
        ...details,
      },
      { now, local },
      hasMechanics,
    );

  test('include a job today whose mechanic has been offline for an hour', () => {
    const confirmed = { status: 'confirmed', mechanicId: 'mechanic', endTime: '12:00' } as const;
    const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
    expect(getReason({ ...confirmed, mechanicOffSince: minutesAgo(60) })).toBe('mechanic_off');
    expect(getReason({ ...confirmed, mechanicOffSince: minutesAgo(59) })).toBeNull();
    expect(getReason(confirmed)).toBeNull();
    expect(
      getReason({ ...confirmed, date: '2026-03-06', mechanicOffSince: minutesAgo(60) }),
    ).toBeNull();
    expect(getReason({ ...confirmed, endTime: '09:00', mechanicOffSince: minutesAgo(60) })).toBe(
      'overdue',
    );
    const inProgress = {
      ...confirmed,
      status: 'in_progress',
      mechanicOffSince: minutesAgo(60),
    } as const;
    expect(getReason(inProgress)).toBeNull();
  });

  test('include an unassigned appointment whose start time has been reached', () => {
    expect(getReason({ startTime: '10:00', heldMechanicId: 'mechanic' })).toBe('overdue');
    expect(getReason({ date: '2026-03-04', startTime: '17:00' })).toBe('overdue');
    expect(getReason({ startTime: '10:01', heldMechanicId: 'mechanic' })).toBeNull();
    expect(getReason({ status: 'unassigned', startTime: '09:59' })).toBe('overdue');
  });

  test('include an unassigned appointment without a hold, if there are mechanics', () => {
    expect(getReason({ startTime: '11:00' })).toBe('no_mechanic_free');
    expect(getReason({ startTime: '11:00' }, false)).toBeNull();
  });

  test('include a confirmed job whose end time has passed, but not one that is merely starting late', () => {
    const confirmed = { status: 'confirmed', mechanicId: 'mechanic' } as const;
    expect(getReason({ ...confirmed, startTime: '09:00', endTime: '10:00' })).toBe('overdue');
    expect(getReason({ ...confirmed, startTime: '09:00', endTime: '10:01' })).toBeNull();
    expect(getReason({ ...confirmed, date: '2026-03-04' })).toBe('overdue');
    expect(getReason({ ...confirmed, date: '2026-03-06' })).toBeNull();
  });

  test('include a job that has been in progress since a previous day', () => {
    const inProgress = { status: 'in_progress', mechanicId: 'mechanic' } as const;
    expect(getReason({ ...inProgress, startTime: '08:00', endTime: '09:00' })).toBeNull();
    expect(getReason({ ...inProgress, date: '2026-03-04', endTime: '18:00' })).toBe('overdue');
  });

  test('include a confirmed job whose mechanic is no longer working at that time', () => {
    const confirmed = { status: 'confirmed', mechanicId: 'mechanic', isStranded: true } as const;
    expect(getReason({ ...confirmed, date: '2026-03-06' })).toBe('mechanic_not_working');
    expect(getReason({ ...confirmed, status: 'in_progress', date: '2026-03-05' })).toBeNull();
  });

  test('include an open appointment priced by an unpaid plan, unless something else is more urgent', () => {
    const pricedByUnpaidPlan = {
      startTime: '11:00',
      heldMechanicId: 'mechanic',
      isPlanUnpaid: true,
    };
    expect(getReason(pricedByUnpaidPlan)).toBe('plan_unpaid');
    expect(getReason({ ...pricedByUnpaidPlan, status: 'confirmed', endTime: '12:00' })).toBe(
      'plan_unpaid',
    );
    expect(getReason({ ...pricedByUnpaidPlan, heldMechanicId: null })).toBe('no_mechanic_free');
    expect(getReason({ ...pricedByUnpaidPlan, startTime: '10:00' })).toBe('overdue');
  });

  test('do not include completed or canceled appointments', () => {
    for (const status of ['completed', 'cancelled'] as const) {
      expect(getReason({ status, date: '2026-03-01' })).toBeNull();
      expect(getReason({ status, isPlanUnpaid: true })).toBeNull();
    }
  });
});
