import { appointmentStatuses } from '@curbwrench/contract/appointments/lifecycle';
import type { Tracking } from '@curbwrench/contract/tracking/schemas';
import { describe, expect, test } from 'vitest';
import { canTrack, getArrivalLines, getHeadline } from './journey.ts';

const noon = Date.parse('2026-03-03T20:00:00Z');

function makeTracking(change: Partial<Tracking>): Tracking {
  return {
    appointmentId: 42,
    status: 'in_progress',
    date: '2026-03-03',
    startTime: '10:00',
    endTime: '11:00',
    mechanic: null,
    steps: [{ name: 'started', done: true, at: null }],
    position: { lat: 37.8, lng: -122.4, at: new Date(noon).toISOString() },
    destination: { lat: 37.8, lng: -122.36 },
    arrival: null,
    ...change,
  };
}

const display = { timeZone: 'America/Los_Angeles', currency: 'USD' };

const arrival = {
  at: '2026-03-03T20:06:00.000Z',
  minutes: 6,
  source: 'estimate',
  from: 'position',
} as const;

const mechanic = { id: 'm', firstName: 'Marcus', lastName: '', email: '', profileImageUrl: null };

const arrivedSteps = [{ name: 'arrived', done: true, at: null }] as const;

test('only confirmed appointments and those in progress can be tracked @tracking.customer', () => {
  const trackable = appointmentStatuses.filter((status) => canTrack({ status, mechanicId: 'm' }));
  expect(trackable).toEqual(['confirmed', 'in_progress']);
  expect(canTrack({ status: 'confirmed', mechanicId: null })).toBe(false);
});

describe('the headline', () => {
  const headline = (change: Partial<Tracking>) =>
    getHeadline(makeTracking(change), '2026-03-03', display).text;

  test('gives the time for which the mechanic is scheduled', () => {
    expect(headline({ status: 'confirmed' })).toBe('Not on the way yet, scheduled for 10:00 AM');
    expect(headline({ status: 'confirmed', date: '2026-03-05' })).toBe(
      'Not on the way yet, scheduled on Thu, Mar 05, 2026 at 10:00 AM',
    );
  });

  test('describes the progress of the journey', () => {
    expect(headline({})).toBe('Your mechanic is on the way');
    expect(headline({ steps: [...arrivedSteps] })).toBe('Your mechanic has arrived');
    expect(headline({ status: 'completed' })).toBe('The job is done');
    expect(headline({ status: 'cancelled' })).toBe('This appointment was canceled');
    expect(headline({ status: 'pending' })).toBe('No mechanic assigned yet');
  });

  test("gives the mechanic's estimated arrival time, if it is known @tracking.arrival", () => {
    expect(headline({ arrival, mechanic })).toBe('Marcus will arrive around 12:06 PM');
    expect(headline({ arrival })).toBe('Your mechanic will arrive around 12:06 PM');
    expect(headline({ arrival: { ...arrival, minutes: 0 }, mechanic })).toBe(
      'Marcus will arrive any minute now',
    );
    expect(headline({ arrival, mechanic, steps: [...arrivedSteps] })).toBe(
      'Your mechanic has arrived',
    );
  });
});

describe('the lines below the headline', () => {
  const lines = (change: Partial<Tracking>, now = noon) =>
    getArrivalLines(makeTracking({ mechanic, arrival, ...change }), now, display);

  test('show the minutes and the distance, and the time of a position older than a minute @tracking.arrival', () => {
    expect(lines({})).toEqual(['about 6 min · 2.2 mi away']);
    expect(lines({}, noon + 60_000)).toEqual(['about 6 min · 2.2 mi away']);
    expect(lines({}, noon + 60_001)).toEqual(['about 6 min · 2.2 mi away · as of 12:00 PM']);
    expect(lines({ arrival: { ...arrival, minutes: 0 } })).toEqual(['2.2 mi away']);
    expect(lines({ arrival: null })).toEqual(['2.2 mi away']);
  });

  test('describe what the estimated arrival is based on, if it is not based on the position @tracking.hidden', () => {
    const steps = [{ name: 'started' as const, done: true, at: '2026-03-03T19:40:00Z' }];
    const departed = { arrival: { ...arrival, from: 'departure' as const }, steps };
    expect(lines({ ...departed, position: null })).toEqual([
      'Estimate based on departure at 11:40 AM',
      "Marcus isn't sharing their location right now.",
    ]);
    expect(lines(departed, noon + 240_000)).toEqual([
      'Estimate based on departure at 11:40 AM',
      '2.2 mi away · as of 12:00 PM',
    ]);
    const fromAppointment = { ...arrival, source: null, from: 'appointment' as const };
    expect(lines({ arrival: fromAppointment, position: null })[0]).toBe(
      'Based on your appointment time',
    );
  });

  test('show no distance without a destination, and nothing before the departure or after the arrival', () => {
    expect(lines({ arrival: null, destination: null })).toEqual(['Last seen at 12:00 PM']);
    expect(lines({ status: 'confirmed', arrival: null })).toEqual([]);
    expect(lines({ steps: [...arrivedSteps], arrival: null })).toEqual([]);
  });
});
