import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import type { Mechanic } from '@curbwrench/contract/people/schemas';
import { expect, test } from 'vitest';
import { listVans } from './vans.ts';

const today = '2026-03-03';

function mechanic(id: string, isSharing: boolean): Mechanic {
  return {
    id,
    firstName: id,
    lastName: '',
    email: '',
    profileImageUrl: null,
    status: 'available',
    lastActive: null,
    unseen: false,
    sick: false,
    skills: [],
    jobsToday: 0,
    location: isSharing ? { lat: 0, lng: 0, at: '2026-03-03T17:00:00Z' } : null,
    sharingEnded: false,
  };
}

function job(id: number, details: Partial<Appointment>): Appointment {
  const common = { id, mechanicId: 'ana', date: today, startTime: '10:00', status: 'confirmed' };
  return { ...common, ...details } as Appointment;
}

test('vans with a position come first; mechanics without a position or jobs are left out @dispatch.live-lists', () => {
  const jobs = [job(1, { mechanicId: 'ben' })];
  const vans = listVans(
    [mechanic('ana', false), mechanic('ben', false), mechanic('cleo', true)],
    jobs,
    today,
  );
  expect(vans.map((van) => van.mechanic.id)).toEqual(['cleo', 'ben']);
});

test("a van's jobs start with the one in progress, followed by the rest of today's jobs by start time", () => {
  const jobs = [
    job(1, { startTime: '15:00' }),
    job(2, { startTime: '11:00' }),
    job(3, { date: '2026-03-02', status: 'in_progress' }),
    job(4, { date: '2026-03-02' }),
  ];
  const [van] = listVans([mechanic('ana', true)], jobs, today);
  expect(van?.jobs.map(({ id }) => id)).toEqual([3, 2, 1]);
});
