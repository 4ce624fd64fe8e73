import type { AppointmentEvent } from '@curbwrench/contract/appointments/schemas';
import { describe, expect, it } from 'vitest';
import { eventActor, eventMove, eventTitle } from './event-text.ts';

const line: AppointmentEvent = {
  id: 1,
  kind: 'booked',
  at: '2026-03-03T17:00:00.000Z',
  by: { who: 'customer', name: 'Casey Morgan' },
  mechanicName: null,
  formerMechanicName: null,
  moved: null,
  amount: null,
  reason: null,
};
const mechanic = { who: 'mechanic', name: 'Marcus Bell' } as const;

describe('a line of the history', () => {
  it('names the mechanic if the viewer may know them', () => {
    expect(eventTitle(line)).toBe('Booked');
    expect(eventTitle({ ...line, kind: 'assigned' })).toBe('Mechanic assigned');
    expect(eventTitle({ ...line, kind: 'assigned', mechanicName: 'Marcus Bell' })).toBe(
      'Assigned to Marcus Bell',
    );
    const reassigned = { mechanicName: 'Marcus Bell', formerMechanicName: 'Luis Ortega' };
    expect(eventTitle({ ...line, kind: 'assigned', ...reassigned })).toBe(
      'Reassigned from Luis Ortega to Marcus Bell',
    );
    expect(eventTitle({ ...line, kind: 'unassigned', mechanicName: 'Marcus Bell' })).toBe(
      'Marcus Bell was unassigned',
    );
    expect(eventTitle({ ...line, kind: 'unassigned' })).toBe('Looking for another mechanic');
    expect(eventTitle({ ...line, kind: 'declined', mechanicName: 'Marcus Bell' })).toBe(
      'Declined by Marcus Bell',
    );
    expect(eventTitle({ ...line, kind: 'started' })).toBe('Mechanic on the way');
  });

  it('says who did it, once, or nothing if no one is to be named', () => {
    expect(eventActor(line)).toBe('by Casey Morgan');
    expect(eventActor({ ...line, by: { who: 'you', name: null } })).toBe('by you');
    expect(eventActor({ ...line, by: { who: 'office', name: null } })).toBe('by the office');
    expect(eventActor({ ...line, by: { who: 'mechanic', name: null } })).toBe('by the mechanic');
    expect(eventActor({ ...line, by: null })).toBe('');
    expect(
      eventActor({ ...line, kind: 'declined', by: mechanic, mechanicName: 'Marcus Bell' }),
    ).toBe('');
  });

  it('says from when to when it was moved', () => {
    expect(eventMove(line)).toBe('');
    const moved = {
      fromDate: '2026-03-05',
      fromTime: '10:00',
      toDate: '2026-03-06',
      toTime: '14:00',
    };
    expect(eventMove({ ...line, kind: 'rescheduled', moved })).toBe(
      'From Mar 05, 2026, 10:00 AM to Mar 06, 2026, 2:00 PM',
    );
  });
});
