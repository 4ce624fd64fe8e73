import { appointmentStatuses } from '@curbwrench/contract/appointments/lifecycle';
import type { Tracking } from '@curbwrench/contract/tracking/schemas';
import { describe, expect, test } from 'vitest';
import { canTrack, getHeadline, getRemainingDistance } from './journey.ts';

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
    ...change,
  };
}

const arrivedSteps = [{ name: 'arrived', done: true, at: null }] as const;

test('only confirmed appointments and those in progress can be tracked @tracking.customer', () => {
  const open = appointmentStatuses.filter((status) => canTrack({ status, mechanicId: 'm' }));
  expect(open).toEqual(['confirmed', 'in_progress']);
  expect(canTrack({ status: 'confirmed', mechanicId: null })).toBe(false);
});

describe('the headline', () => {
  const headline = (change: Partial<Tracking>) =>
    getHeadline(makeTracking(change), '2026-03-03').text;

  test('says when the mechanic is due', () => {
    expect(headline({ status: 'confirmed' })).toBe('Not on the way yet, due 10:00 AM');
    expect(headline({ status: 'confirmed', date: '2026-03-05' })).toBe(
      'Not on the way yet, due Mar 05, 2026, 10:00 AM',
    );
  });

  test('says how far the journey has progressed', () => {
    expect(headline({})).toBe('Your mechanic is on the way');
    expect(headline({ steps: [...arrivedSteps] })).toBe('Your mechanic has arrived');
    expect(headline({ status: 'completed' })).toBe('The job is done');
    expect(headline({ status: 'cancelled' })).toBe('This appointment was canceled');
    expect(headline({ status: 'pending' })).toBe('No mechanic assigned yet');
  });
});

describe('the remaining distance', () => {
  test('is a straight line with an estimate', () => {
    expect(getRemainingDistance(makeTracking({}), noon)).toEqual({ metres: 3514, minutes: 8 });
  });

  test('has no minutes once the position is old', () => {
    expect(getRemainingDistance(makeTracking({}), noon + 10 * 60_000)?.minutes).toBe(8);
    expect(getRemainingDistance(makeTracking({}), noon + 10 * 60_000 + 1)).toEqual({
      metres: 3514,
      minutes: null,
    });
  });

  test('is unknown without both points, before setting out and after the arrival', () => {
    expect(getRemainingDistance(makeTracking({ position: null }), noon)).toBeNull();
    expect(getRemainingDistance(makeTracking({ destination: null }), noon)).toBeNull();
    expect(getRemainingDistance(makeTracking({ status: 'confirmed' }), noon)).toBeNull();
    expect(getRemainingDistance(makeTracking({ steps: [...arrivedSteps] }), noon)).toBeNull();
  });
});
