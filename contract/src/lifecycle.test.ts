import { describe, expect, test } from 'vitest';
import {
  appointmentStatuses,
  openStatuses,
  standingOf,
  statusLabels,
  transitionNames,
  whyNot,
  type Standing,
} from './lifecycle.ts';

const standings: readonly Standing[] = ['owner', 'assigned', 'dispatch'];

test('there are six statuses, labelled as the specification has them', () => {
  expect(appointmentStatuses.map((status) => statusLabels[status])).toEqual([
    'Pending',
    'Unassigned',
    'Confirmed',
    'In Progress',
    'Completed',
    'Cancelled',
  ]);
});

test('completed and cancelled are final; every other status is open', () => {
  for (const status of appointmentStatuses) {
    const ways = transitionNames.flatMap((name) =>
      standings.filter((standing) => whyNot(name, status, standing) === null),
    );
    expect([status, ways.length > 0]).toEqual([
      status,
      openStatuses.some((open) => open === status),
    ]);
  }
});

test('whoever is refused is told in a sentence; the status is named before the person', () => {
  for (const name of transitionNames) {
    for (const status of appointmentStatuses) {
      for (const standing of standings) {
        const refusal = whyNot(name, status, standing);
        if (refusal)
          expect(refusal.message).toMatch(
            /^(An? [a-z ]+ appointment can't be [a-z]+|You may not [a-z ]+)\.$/,
          );
      }
    }
  }
  expect(whyNot('complete', 'completed', 'assigned')?.code).toBe('wrong_status');
  expect(whyNot('complete', 'completed', 'owner')?.code).toBe('not_allowed');
});

describe('who someone is to an appointment', () => {
  const appointment = { customerId: 'c', mechanicId: 'm' };
  test.each([
    ['its customer', { id: 'c', role: 'customer' }, 'owner'],
    ['another customer', { id: 'x', role: 'customer' }, null],
    ['its mechanic', { id: 'm', role: 'mechanic' }, 'assigned'],
    ['another mechanic', { id: 'x', role: 'mechanic' }, null],
    ['an advisor', { id: 'x', role: 'service_advisor' }, 'dispatch'],
    ['an admin', { id: 'x', role: 'admin' }, 'dispatch'],
    ['a mechanic who once booked it as a customer', { id: 'c', role: 'mechanic' }, null],
    ['a customer who once was its mechanic', { id: 'm', role: 'customer' }, null],
    ['an admin who booked it once', { id: 'c', role: 'admin' }, 'dispatch'],
  ] as const)('%s', (_, reader, standing) => {
    expect(standingOf(reader, appointment)).toBe(standing);
  });

  test('nobody is the mechanic of an appointment without one', () => {
    expect(
      standingOf({ id: '', role: 'mechanic' }, { customerId: 'c', mechanicId: null }),
    ).toBeNull();
  });
});
