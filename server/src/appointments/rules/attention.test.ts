import { describe, expect, test } from 'vitest';
import { hasBegun, type AppointmentState } from './appointment.ts';
import { getAttentionReason } from './attention.ts';

/** 10:00 to 11:00 on Thursday the 5th, which is also today in these tests. */
const state: AppointmentState = {
  customerId: 'customer',
  mechanicId: 'mechanic',
  status: 'confirmed',
  date: '2026-03-05',
  startTime: '10:00',
  endTime: '11:00',
  cancelUntilHours: 24,
};

describe('appointments that need attention from dispatch @dispatch.attention', () => {
  const local = { date: '2026-03-05', minutes: 10 * 60 };
  const now = new Date('2026-03-05T18:00:00Z');
  const attention = (
    details: Partial<Parameters<typeof getAttentionReason>[0]>,
    hasMechanics = true,
  ) =>
    getAttentionReason(
      {
        ...state,
        status: 'pending',
        mechanicId: null,
        holdMechanicId: null,
        mechanicOffSince: null,
        benefitUnpaid: false,
        ...details,
      },
      { now, local },
      hasMechanics,
    );

  test('include a job today whose mechanic has been unavailable for an hour', () => {
    const left = { status: 'confirmed', mechanicId: 'mechanic', endTime: '12:00' } as const;
    const since = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
    expect(attention({ ...left, mechanicOffSince: since(60) })).toBe('mechanic_off');
    expect(attention({ ...left, mechanicOffSince: since(59) })).toBeNull();
    expect(attention(left)).toBeNull();
    expect(attention({ ...left, date: '2026-03-06', mechanicOffSince: since(60) })).toBeNull();
    expect(attention({ ...left, endTime: '09:00', mechanicOffSince: since(60) })).toBe('overdue');
    const underWay = { ...left, status: 'in_progress', mechanicOffSince: since(60) } as const;
    expect(attention(underWay)).toBeNull();
  });

  test('include a request whose start time has been reached', () => {
    expect(attention({ startTime: '10:00', holdMechanicId: 'mechanic' })).toBe('overdue');
    expect(attention({ date: '2026-03-04', startTime: '17:00' })).toBe('overdue');
    expect(attention({ startTime: '10:01', holdMechanicId: 'mechanic' })).toBeNull();
    expect(attention({ status: 'unassigned', startTime: '09:59' })).toBe('overdue');
  });

  test('include a request without a hold, if there are mechanics', () => {
    expect(attention({ startTime: '11:00' })).toBe('no_mechanic_free');
    expect(attention({ startTime: '11:00' }, false)).toBeNull();
  });

  test('include a confirmed job whose end has passed, but not one that only starts late', () => {
    const confirmed = { status: 'confirmed', mechanicId: 'mechanic' } as const;
    expect(attention({ ...confirmed, startTime: '09:00', endTime: '10:00' })).toBe('overdue');
    expect(attention({ ...confirmed, startTime: '09:00', endTime: '10:01' })).toBeNull();
    expect(attention({ ...confirmed, date: '2026-03-04' })).toBe('overdue');
    expect(attention({ ...confirmed, date: '2026-03-06' })).toBeNull();
  });

  test('include a job in progress since an earlier day', () => {
    const underWay = { status: 'in_progress', mechanicId: 'mechanic' } as const;
    expect(attention({ ...underWay, startTime: '08:00', endTime: '09:00' })).toBeNull();
    expect(attention({ ...underWay, date: '2026-03-04', endTime: '18:00' })).toBe('overdue');
  });

  test('include open ones priced by an unpaid plan, unless something else is more urgent', () => {
    const unpaid = { startTime: '11:00', holdMechanicId: 'mechanic', benefitUnpaid: true };
    expect(attention(unpaid)).toBe('plan_unpaid');
    expect(attention({ ...unpaid, status: 'confirmed', endTime: '12:00' })).toBe('plan_unpaid');
    expect(attention({ ...unpaid, holdMechanicId: null })).toBe('no_mechanic_free');
    expect(attention({ ...unpaid, startTime: '10:00' })).toBe('overdue');
  });

  test('do not include completed or cancelled ones', () => {
    for (const status of ['completed', 'cancelled'] as const) {
      expect(attention({ status, date: '2026-03-01' })).toBeNull();
      expect(attention({ status, benefitUnpaid: true })).toBeNull();
    }
  });

  test('include a request from the exact minute of its start', () => {
    expect(hasBegun({ date: '2026-03-05', startTime: '10:00' }, local)).toBe(true);
    expect(hasBegun({ date: '2026-03-05', startTime: '10:01' }, local)).toBe(false);
    expect(hasBegun({ date: '2026-03-06', startTime: '00:00' }, local)).toBe(false);
    expect(hasBegun({ date: '2026-03-04', startTime: '23:59' }, local)).toBe(true);
  });
});
