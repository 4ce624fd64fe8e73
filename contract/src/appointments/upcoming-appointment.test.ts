import { expect, test } from 'vitest';
import type { AppointmentStatus } from './lifecycle.ts';
import { findUpcomingAppointment } from './upcoming-appointment.ts';

const now = { date: '2026-11-23', time: '10:30' };

function appointment(id: number, status: AppointmentStatus, date: string, startTime = '09:00') {
  return { id, status, date, startTime };
}

function upcomingId(...appointments: ReturnType<typeof appointment>[]) {
  return findUpcomingAppointment(appointments, now)?.id ?? null;
}

test('the earliest appointment is upcoming, regardless of the order of the list @appointments.upcoming-card', () => {
  expect(
    upcomingId(
      appointment(1, 'pending', '2026-11-26'),
      appointment(2, 'confirmed', '2026-11-25', '14:00'),
      appointment(3, 'confirmed', '2026-11-25', '09:00'),
    ),
  ).toBe(3);
});

test('completed and cancelled appointments are never upcoming @appointments.upcoming-card', () => {
  expect(
    upcomingId(
      appointment(1, 'completed', '2026-11-23'),
      appointment(2, 'cancelled', '2026-11-24'),
      appointment(3, 'pending', '2026-11-25'),
    ),
  ).toBe(3);
});

test('a pending appointment whose start has passed is no longer upcoming', () => {
  expect(
    upcomingId(
      appointment(1, 'pending', '2026-11-20'),
      appointment(2, 'unassigned', '2026-11-23', '10:00'),
      appointment(3, 'pending', '2026-11-23', '11:00'),
    ),
  ).toBe(3);
  expect(upcomingId(appointment(1, 'pending', '2026-11-23', '10:30'))).toBeNull();
});

test('a confirmed appointment stays upcoming all day, since the mechanic may be late', () => {
  expect(upcomingId(appointment(1, 'confirmed', '2026-11-23', '08:00'))).toBe(1);
  expect(upcomingId(appointment(1, 'confirmed', '2026-11-22', '08:00'))).toBeNull();
});

test('a job in progress stays upcoming, even past midnight', () => {
  expect(
    upcomingId(
      appointment(1, 'confirmed', '2026-11-23'),
      appointment(2, 'in_progress', '2026-11-22'),
    ),
  ).toBe(2);
});

test('an empty list has no upcoming appointment', () => {
  expect(upcomingId()).toBeNull();
});
