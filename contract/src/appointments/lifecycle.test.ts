import { describe, expect, test } from 'vitest';
import {
  appointmentStatuses,
  openStatuses,
  getRelations,
  statusLabels,
  transitionNames,
  transitionProblem,
  type Relation,
} from './lifecycle.ts';

const relations: readonly Relation[] = ['owner', 'assigned', 'office'];

test('there are six statuses, each with its label @appointments.statuses', () => {
  expect(appointmentStatuses.map((status) => statusLabels[status])).toEqual([
    'Pending',
    'Unassigned',
    'Confirmed',
    'In Progress',
    'Completed',
    'Cancelled',
  ]);
});

test('completed and cancelled are final; every other status is open @appointments.final', () => {
  for (const status of appointmentStatuses) {
    const allowed = transitionNames.flatMap((name) =>
      relations.filter((relation) => transitionProblem(name, status, [relation]) === null),
    );
    expect([status, allowed.length > 0]).toEqual([
      status,
      openStatuses.some((open) => open === status),
    ]);
  }
});

test('a refusal is one sentence, and a missing permission takes precedence over a wrong status', () => {
  for (const name of transitionNames) {
    for (const status of appointmentStatuses) {
      for (const relation of relations) {
        const refusal = transitionProblem(name, status, [relation]);
        if (refusal)
          expect(refusal.message).toMatch(
            /^(An? [a-z-]+ appointment can't be [a-z ]+|You don't have permission to [a-z ]+)\.$/,
          );
      }
    }
  }
  expect(transitionProblem('complete', 'completed', ['assigned'])?.code).toBe('wrong_status');
  expect(transitionProblem('complete', 'completed', ['owner'])?.code).toBe('not_allowed');
});

describe("a person's relations to an appointment", () => {
  const appointment = { customerId: 'c', mechanicId: 'm' };
  test.each([
    ['its customer', { id: 'c', role: 'customer' }, ['owner']],
    ['another customer', { id: 'x', role: 'customer' }, []],
    ['its mechanic', { id: 'm', role: 'mechanic' }, ['assigned']],
    ['another mechanic', { id: 'x', role: 'mechanic' }, []],
    ['an advisor', { id: 'x', role: 'service_advisor' }, ['office']],
    ['an admin', { id: 'x', role: 'admin' }, ['office']],
    ['a mechanic who once booked it as a customer', { id: 'c', role: 'mechanic' }, []],
    ['a customer who was once its mechanic', { id: 'm', role: 'customer' }, []],
    ['an admin who works as its mechanic', { id: 'm', role: 'admin' }, ['office', 'assigned']],
    ['an advisor who was once its mechanic', { id: 'm', role: 'service_advisor' }, ['office']],
    ['an admin who once booked it', { id: 'c', role: 'admin' }, ['office']],
  ] as const)('are correct for %s', (_, viewer, expected) => {
    expect(getRelations(viewer, appointment)).toEqual(expected);
  });

  test('do not exist between a mechanic with an empty id and an unassigned appointment', () => {
    expect(
      getRelations({ id: '', role: 'mechanic' }, { customerId: 'c', mechanicId: null }),
    ).toEqual([]);
  });
});

test('a person with two relations to an appointment may do what either allows', () => {
  for (const name of transitionNames) {
    for (const status of appointmentStatuses) {
      const either = [
        transitionProblem(name, status, ['office']),
        transitionProblem(name, status, ['assigned']),
      ];
      expect(transitionProblem(name, status, ['office', 'assigned']) === null).toBe(
        either.includes(null),
      );
    }
  }
});
