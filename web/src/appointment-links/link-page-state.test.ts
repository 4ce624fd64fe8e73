import { appointmentStatuses } from '@curbwrench/contract/appointments/lifecycle';
import { describe, expect, it } from 'vitest';
import { getPrimaryAction, isBeforeConfirmation } from './link-page-state.ts';

const today = '2026-03-03';

describe("the primary action of an appointment link's page", () => {
  const find = (details: Partial<Parameters<typeof getPrimaryAction>[0]>) =>
    getPrimaryAction(
      { status: 'confirmed', date: today, mechanicName: 'Marcus', document: null, ...details },
      today,
    );

  it('is to track the assigned mechanic, from the day of the appointment', () => {
    expect(find({})).toBe('track');
    expect(find({ date: '2026-03-02' })).toBe('track');
    expect(find({ status: 'in_progress' })).toBe('track');
  });

  it('is to add the appointment to a calendar before that, or without a mechanic', () => {
    expect(find({ date: '2026-03-04' })).toBe('calendar');
    expect(find({ mechanicName: null })).toBe('calendar');
    expect(find({ status: 'pending', mechanicName: null })).toBe('calendar');
    expect(find({ status: 'unassigned', mechanicName: null })).toBe('calendar');
  });

  it('is the receipt after completion, or a new booking after cancellation', () => {
    expect(find({ status: 'completed', document: 'receipt' })).toBe('document');
    expect(find({ status: 'completed' })).toBeNull();
    expect(find({ status: 'cancelled' })).toBe('book');
  });
});

describe('what happens next after a booking', () => {
  it('is shown only until the appointment is confirmed', () => {
    expect(appointmentStatuses.filter((status) => isBeforeConfirmation({ status }))).toEqual([
      'pending',
      'unassigned',
    ]);
  });
});
