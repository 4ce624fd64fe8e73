import { describe, expect, test } from 'vitest';
import { estimateArrival, isFresh, type ArrivalFacts } from './arrival-rules.ts';

const minute = 60_000;
const now = new Date('2026-03-03T17:00:00Z');
const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * minute);

const onTheWay: ArrivalFacts = {
  status: 'in_progress',
  mechanicId: 'm',
  eventTimes: { started: inMinutes(-10) },
  scheduledStart: inMinutes(40),
  promisedArrival: { at: inMinutes(12), source: 'router' },
  arrivalFromPosition: { at: inMinutes(6), source: 'estimate' },
};

describe('the estimated arrival', () => {
  test('is computed from the position, or else at departure, or else it is the scheduled start @tracking.hidden', () => {
    expect(estimateArrival(onTheWay, now)).toEqual({
      at: inMinutes(6).toISOString(),
      minutes: 6,
      source: 'estimate',
      from: 'position',
    });
    expect(estimateArrival({ ...onTheWay, arrivalFromPosition: null }, now)).toEqual({
      at: inMinutes(12).toISOString(),
      minutes: 10,
      source: 'router',
      from: 'departure',
    });
    const withoutEstimates = { ...onTheWay, arrivalFromPosition: null, promisedArrival: null };
    expect(estimateArrival(withoutEstimates, now)).toEqual({
      at: inMinutes(40).toISOString(),
      minutes: 40,
      source: null,
      from: 'appointment',
    });
  });

  test('is known only while the mechanic is on the way @tracking.arrival', () => {
    for (const status of ['confirmed', 'completed', 'cancelled'] as const) {
      expect(estimateArrival({ ...onTheWay, status }, now)).toBeNull();
    }
    const eventTimes = { ...onTheWay.eventTimes, arrived: inMinutes(-1) };
    expect(estimateArrival({ ...onTheWay, eventTimes }, now)).toBeNull();
  });

  test('is never in the past: a time that has passed becomes the current time, and is unknown after half an hour @tracking.arrival', () => {
    const promisedFor = (minutes: number) =>
      estimateArrival(
        {
          ...onTheWay,
          arrivalFromPosition: null,
          promisedArrival: { at: inMinutes(minutes), source: 'router' },
        },
        now,
      );
    const arrivingNow = { at: now.toISOString(), minutes: 0, source: 'router', from: 'departure' };
    expect(promisedFor(0)).toEqual(arrivingNow);
    expect(promisedFor(-30)).toEqual(arrivingNow);
    expect(promisedFor(-30.1)).toBeNull();
    expect(promisedFor(0.9)).toMatchObject({ minutes: 0 });
    expect(promisedFor(1)).toMatchObject({ minutes: 1 });
  });

  test('is unknown if the mechanic departed from an unknown position after the scheduled start', () => {
    const lateDeparture = {
      ...onTheWay,
      arrivalFromPosition: null,
      promisedArrival: null,
      scheduledStart: inMinutes(-1),
    };
    expect(estimateArrival(lateDeparture, now)).toBeNull();
  });
});

test('a position older than three minutes is not used to estimate the arrival @tracking.hidden', () => {
  const position = { lat: 1, lng: 2 };
  expect(isFresh({ ...position, at: inMinutes(-3) }, now)).toBe(true);
  expect(isFresh({ ...position, at: new Date(inMinutes(-3).getTime() - 1) }, now)).toBe(false);
});
