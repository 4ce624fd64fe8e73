import type { AppointmentEvent } from '@curbwrench/contract/appointments/schemas';
import { describe, expect, it } from 'vitest';
import { eventActor, eventTimeChange, eventPromisedTime, eventTitle } from './event-text.ts';

const event: AppointmentEvent = {
  id: 1,
  kind: 'booked',
  at: '2026-03-03T17:00:00.000Z',
  by: { who: 'customer', name: 'Casey Morgan' },
  mechanicName: null,
  formerMechanicName: null,
  moved: null,
  amount: null,
  rating: null,
  promisedArrival: null,
  byLink: false,
  sentAt: null,
  reason: null,
};
const mechanic = { who: 'mechanic', name: 'Marcus Bell' } as const;

describe('a history event', () => {
  it("contains the mechanic's name if the viewer may know it", () => {
    expect(eventTitle(event)).toBe('Booked');
    expect(eventTitle({ ...event, kind: 'assigned' })).toBe('Mechanic assigned');
    expect(eventTitle({ ...event, kind: 'assigned', mechanicName: 'Marcus Bell' })).toBe(
      'Assigned to Marcus Bell',
    );
    const reassigned = { mechanicName: 'Marcus Bell', formerMechanicName: 'Luis Ortega' };
    expect(eventTitle({ ...event, kind: 'assigned', ...reassigned })).toBe(
      'Reassigned from Luis Ortega to Marcus Bell',
    );
    expect(eventTitle({ ...event, kind: 'unassigned', mechanicName: 'Marcus Bell' })).toBe(
      'Marcus Bell was unassigned',
    );
    expect(eventTitle({ ...event, kind: 'unassigned' })).toBe('Looking for another mechanic');
    expect(eventTitle({ ...event, kind: 'declined', mechanicName: 'Marcus Bell' })).toBe(
      'Declined by Marcus Bell',
    );
    expect(eventTitle({ ...event, kind: 'started' })).toBe('Mechanic on the way');
  });

  it('contains the rating of a review @reviews.history', () => {
    expect(eventTitle({ ...event, kind: 'reviewed', rating: 4 })).toBe('Reviewed: 4 stars');
    expect(eventTitle({ ...event, kind: 'reviewed', rating: 1 })).toBe('Reviewed: 1 star');
  });

  it('does not name the same person twice', () => {
    expect(eventActor(event)).toBe('by Casey Morgan');
    expect(eventActor({ ...event, by: { who: 'you', name: null } })).toBe('by you');
    expect(eventActor({ ...event, by: { who: 'office', name: null } })).toBe('by the office');
    expect(eventActor({ ...event, by: { who: 'mechanic', name: null } })).toBe('by the mechanic');
    expect(eventActor({ ...event, by: null })).toBe('');
    // Whoever has the link may have done it.
    expect(eventActor({ ...event, byLink: true })).toBe('using the appointment link');
    expect(
      eventActor({ ...event, kind: 'declined', by: mechanic, mechanicName: 'Marcus Bell' }),
    ).toBe('');
  });

  it('shows the old and the new time of a rescheduled appointment', () => {
    expect(eventTimeChange(event)).toBe('');
    const moved = {
      fromDate: '2026-03-05',
      fromTime: '10:00',
      toDate: '2026-03-06',
      toTime: '14:00',
    };
    expect(eventTimeChange({ ...event, kind: 'rescheduled', moved })).toBe(
      'From Thu, Mar 05, 2026, 10:00 AM to Fri, Mar 06, 2026, 2:00 PM',
    );
  });

  it('shows the arrival time that was promised when the mechanic departed', () => {
    expect(eventPromisedTime(event, 'America/Los_Angeles')).toBe('');
    const started = {
      ...event,
      kind: 'started',
      promisedArrival: '2026-03-03T17:05:10.000Z',
    } as const;
    expect(eventPromisedTime(started, 'America/Los_Angeles')).toBe('Estimated arrival: 9:05 AM');
  });
});
