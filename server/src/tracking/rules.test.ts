import { appointmentStatuses } from '@curbwrench/contract/appointments/lifecycle';
import { describe, expect, test } from 'vitest';
import { listSteps, getVisiblePosition } from './rules.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 2, 3, hour));
const allEventTimes = {
  booked: at(8),
  assigned: at(9),
  started: at(10),
  arrived: at(11),
  completed: at(12),
};

/** Returns each step as text: 'booked 08' if it is done, 'arrived' if it is upcoming. */
function listStepTexts(facts: Parameters<typeof listSteps>[0]): string[] {
  return listSteps(facts).map(({ name, done, at: when }) =>
    done ? `${name} ${when?.slice(11, 13) ?? '?'}` : name,
  );
}

describe('the steps of a journey', () => {
  test('show which are done and which are upcoming', () => {
    const job = {
      mechanicId: 'm',
      eventTimes: { booked: at(8), assigned: at(9), started: at(10) },
    };
    expect(listStepTexts({ ...job, status: 'confirmed' })).toEqual([
      'booked 08',
      'assigned 09',
      'started',
      'arrived',
      'completed',
    ]);
    expect(listStepTexts({ ...job, status: 'in_progress' })).toEqual([
      'booked 08',
      'assigned 09',
      'started 10',
      'arrived',
      'completed',
    ]);
    expect(listStepTexts({ ...job, status: 'completed', eventTimes: allEventTimes })).toEqual([
      'booked 08',
      'assigned 09',
      'started 10',
      'arrived 11',
      'completed 12',
    ]);
  });

  test('ignore an assignment that was undone', () => {
    const eventTimes = { booked: at(8), assigned: at(9), arrived: at(9) };
    expect(listStepTexts({ status: 'unassigned', mechanicId: null, eventTimes })).toEqual([
      'booked 08',
      'assigned',
      'started',
      'arrived',
      'completed',
    ]);
  });

  test('end with a cancellation', () => {
    const eventTimes = { booked: at(8), cancelled: at(9) };
    expect(listStepTexts({ status: 'cancelled', mechanicId: null, eventTimes })).toEqual([
      'booked 08',
      'cancelled 09',
    ]);
    expect(
      listStepTexts({
        status: 'cancelled',
        mechanicId: 'm',
        eventTimes: { ...eventTimes, assigned: at(8), started: at(8) },
      }),
    ).toEqual(['booked 08', 'assigned 08', 'started 08', 'cancelled 09']);
  });

  test('count as done even if their time was not recorded', () => {
    expect(listStepTexts({ status: 'in_progress', mechanicId: 'm', eventTimes: {} })).toEqual([
      'booked ?',
      'assigned ?',
      'started ?',
      'arrived',
      'completed',
    ]);
  });
});

describe("the mechanic's position", () => {
  const position = { lat: 1, lng: 2, at: at(10) };

  test.each(appointmentStatuses)(
    'is shown to the office while the job is confirmed or in progress, to the customer only while in progress: %s',
    (status) => {
      const facts = { status, mechanicId: 'm', eventTimes: allEventTimes };
      const isVisible = (isCustomer: boolean) =>
        getVisiblePosition(facts, position, isCustomer) !== null;
      expect({ customer: isVisible(true), office: isVisible(false) }).toEqual({
        customer: status === 'in_progress',
        office: status === 'in_progress' || status === 'confirmed',
      });
    },
  );

  test('from before the departure is hidden from the customer', () => {
    const facts = { status: 'in_progress', mechanicId: 'm', eventTimes: allEventTimes } as const;
    const earlierPosition = { ...position, at: new Date(at(10).getTime() - 1) };
    expect(getVisiblePosition(facts, earlierPosition, true)).toBeNull();
    expect(getVisiblePosition(facts, earlierPosition, false)).toEqual(earlierPosition);
    expect(getVisiblePosition({ ...facts, eventTimes: {} }, position, true)).toBeNull();
    expect(getVisiblePosition(facts, null, false)).toBeNull();
  });
});
