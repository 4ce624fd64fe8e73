import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { placePrecisions } from '@curbwrench/contract/places/precision';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test, vi } from 'vitest';
import {
  getAddress,
  getCustomerName,
  getCustomerNumber,
  getDestination,
  getMechanicName,
  getServiceName,
  getVehicleName,
  JobFields,
  missingMechanicLabelsForStaff,
} from './job-fields.tsx';
import { StatusBadge } from './status-badge.tsx';

const unknownCustomer = {
  id: 'c1',
  firstName: '',
  lastName: '',
  email: null,
  profileImageUrl: null,
  phone: null,
};

test('several services are shown as the first one and how many more there are @booking.several-services', () => {
  const service = { id: 1, name: 'Oil Change', duration: 90 };
  const line = {
    position: 1,
    serviceId: 1,
    description: '',
    quantity: 1,
    unitPrice: '50.00',
    duration: 30,
  };
  const lines = [
    { ...line, kind: 'service' } as const,
    { ...line, kind: 'discount' } as const,
    { ...line, kind: 'service' } as const,
  ];
  expect(getServiceName({ service, lines })).toBe('Oil Change + 1 more');
});

describe('a placeholder is shown for', () => {
  test('an unknown service, vehicle or customer @appointments.unknown', () => {
    const service = { id: 1, name: '', duration: 60 };
    expect(getServiceName({ service, lines: [] })).toBe('Unknown Service');
    expect(getVehicleName(null)).toBe('Unknown Vehicle');
    expect(getCustomerName({ customer: unknownCustomer })).toBe('Unknown Customer');
  });

  test('a missing location, or one that cannot be read and is logged @appointments.location', () => {
    const log = vi.spyOn(console, 'debug').mockReturnValue();
    for (const location of ['', '{', '{"lat":1}']) {
      expect(getAddress({ location })).toBe('No address available');
    }
    expect(getAddress({ location: '{"address":"5 Elm Street"}' })).toBe('5 Elm Street');
    expect(log.mock.calls).toEqual([
      ['The location could not be read.', '{'],
      ['The location could not be read.', '{"lat":1}'],
    ]);
    log.mockRestore();
  });

  test('an unknown or missing mechanic, depending on the screen @appointments.unknown', () => {
    const unknownMechanic = { mechanicId: 'm1', mechanic: null };
    const noMechanic = { mechanicId: null, mechanic: null };
    const listLabels = {
      whenUnassigned: 'Not yet assigned',
      whenNotFound: 'Unknown Mechanic',
    } as const;
    const boardLabels = { whenUnassigned: 'Unassigned', whenNotFound: 'Unknown' } as const;
    expect(
      [unknownMechanic, noMechanic].map((appointment) => getMechanicName(appointment, listLabels)),
    ).toEqual(['Unknown Mechanic', 'Not yet assigned']);
    expect(
      [unknownMechanic, noMechanic].map((appointment) => getMechanicName(appointment, boardLabels)),
    ).toEqual(['Unknown', 'Unassigned']);
  });

  test('an unknown status: its raw value @appointments.statuses', () => {
    const unknownStatus: string = 'on_hold';
    const renderBadge = (status: string) =>
      renderToStaticMarkup(<StatusBadge status={status as Appointment['status']} />);
    expect(renderBadge(unknownStatus)).toContain('on_hold');
    expect(renderBadge('in_progress')).toContain('In Progress');
  });
});

test('directions use the coordinates if they are precise enough, and otherwise the address @mechanics.directions', () => {
  const location = '{"address":"5 Elm Street","lat":1,"lng":-2.5}';
  const coordinates = { lat: 1, lng: -2.5 };
  const destinations = placePrecisions.map((placePrecision) =>
    getDestination({ location, placePrecision }),
  );
  expect(destinations).toEqual([
    coordinates,
    coordinates,
    coordinates,
    '5 Elm Street',
    '5 Elm Street',
    '5 Elm Street',
  ]);
  expect(getDestination({ location: '{"lat":1}', placePrecision: 'pin' })).toBeNull();
});

test('the office sees a warning with instructions when the service area is uncertain @appointments.area-unsure', () => {
  const render = (isAreaUncertain: boolean) =>
    renderToStaticMarkup(
      <JobFields
        appointment={{ isAreaUncertain, location: '{"address":"5 Elm Street"}' } as Appointment}
        fields={['address']}
        missingMechanicLabels={missingMechanicLabelsForStaff}
      />,
    );
  const warning = 'May be outside the service area. Check the address before assigning a mechanic.';
  expect(render(true)).toContain(warning);
  expect(render(false)).not.toContain(warning);
});

test("a customer's number is the first five characters of their id @people.customer-number", () => {
  expect(getCustomerNumber('c1f3a9d2')).toBe('Customer #c1f3a');
});
