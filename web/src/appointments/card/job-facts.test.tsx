import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test, vi } from 'vitest';
import {
  addressOf,
  customerNameOf,
  customerTag,
  mechanicNameOf,
  serviceNameOf,
  vehicleNameOf,
} from './job-facts.tsx';
import { StatusBadge } from './status-badge.tsx';

const nobody = {
  id: 'c1',
  firstName: '',
  lastName: '',
  email: null,
  profileImageUrl: null,
  phone: null,
};

describe('a fallback text is shown for', () => {
  test('an unknown service, vehicle or customer @appointments.unknown', () => {
    expect(serviceNameOf({ service: { id: 1, name: '', duration: 60 } })).toBe('Unknown Service');
    expect(vehicleNameOf(null)).toBe('Unknown Vehicle');
    expect(customerNameOf({ customer: nobody })).toBe('Unknown Customer');
  });

  test('a missing location, or an unreadable one, which is logged @appointments.location', () => {
    const log = vi.spyOn(console, 'debug').mockReturnValue();
    for (const location of ['', '{', '{"lat":1}']) {
      expect(addressOf({ location })).toBe('No address available');
    }
    expect(addressOf({ location: '{"address":"5 Elm Street"}' })).toBe('5 Elm Street');
    expect(log.mock.calls).toEqual([
      ['The location could not be read.', '{'],
      ['The location could not be read.', '{"lat":1}'],
    ]);
    log.mockRestore();
  });

  test('an unknown or missing mechanic, depending on the screen @appointments.unknown', () => {
    const gone = { mechanicId: 'm1', mechanic: null };
    const none = { mechanicId: null, mechanic: null };
    const list = { none: 'Not yet assigned', unknown: 'Unknown Mechanic' } as const;
    const board = { none: 'Unassigned', unknown: 'Unknown' } as const;
    expect([gone, none].map((one) => mechanicNameOf(one, list))).toEqual([
      'Unknown Mechanic',
      'Not yet assigned',
    ]);
    expect([gone, none].map((one) => mechanicNameOf(one, board))).toEqual([
      'Unknown',
      'Unassigned',
    ]);
  });

  test('an unknown status, as the raw value @appointments.statuses', () => {
    const raw: string = 'on_hold';
    const badge = (status: string) =>
      renderToStaticMarkup(<StatusBadge status={status as Appointment['status']} />);
    expect(badge(raw)).toContain('on_hold');
    expect(badge('in_progress')).toContain('In Progress');
  });
});

test("a customer's number is the first five characters of their id @people.customer-number", () => {
  expect(customerTag('c1f3a9d2')).toBe('Customer #c1f3a');
});
