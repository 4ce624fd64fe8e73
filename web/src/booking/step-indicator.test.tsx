import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { emptyBooking, type Booker } from './booking-form-values.ts';
import { bookingSteps, StepIndicator } from './step-indicator.tsx';

/** Red pending, yellow current, green complete; the tokens of those colors. */
const tones = { Complete: 'done', 'In Progress': 'progress', Pending: 'alert' } as const;

test('each state has its colour, and says itself in a word too @booking.steps', () => {
  for (const state of ['Complete', 'In Progress', 'Pending'] as const) {
    const step = renderToStaticMarkup(<StepIndicator steps={[{ name: 'Schedule', state }]} />);
    expect(step).toContain(`>${state}<`);
    expect(step).toContain(`bg-${tones[state]}-edge`);
    expect(step.includes('aria-current="step"')).toBe(state === 'In Progress');
  }
});

const details = { vehicleId: 3, serviceId: 2 };
const schedule = { date: '2026-11-23', startTime: '10:00', location: '12 Elm Street' };

function states(values: object, booker: Booker = 'customer') {
  return bookingSteps({ ...emptyBooking, ...values }, booker).map((step) => step.state);
}

test('opens with the first step in progress @booking.steps', () => {
  expect(bookingSteps(emptyBooking, 'customer')).toEqual([
    { name: 'Service Details', state: 'In Progress' },
    { name: 'Schedule', state: 'Pending' },
    { name: 'Confirmation', state: 'Pending' },
  ]);
});

test('moves on as the fields are filled @booking.steps', () => {
  expect(states({ vehicleId: 3 })).toEqual(['In Progress', 'Pending', 'Pending']);
  expect(states(details)).toEqual(['Complete', 'In Progress', 'Pending']);
  expect(states({ ...details, ...schedule })).toEqual(['Complete', 'Complete', 'In Progress']);
});

test('goes back to a step that lost a field', () => {
  expect(states({ ...details, ...schedule, startTime: '' })).toEqual([
    'Complete',
    'In Progress',
    'Pending',
  ]);
  expect(states(schedule)).toEqual(['In Progress', 'Pending', 'Pending']);
});

test('a visitor is not asked for a vehicle, dispatch is asked for a customer', () => {
  expect(states({ serviceId: 2 }, 'visitor')[0]).toBe('Complete');
  expect(states(details, 'dispatch')[0]).toBe('In Progress');
  expect(states({ ...details, customerId: 'c1' }, 'dispatch')[0]).toBe('Complete');
});

test('spaces are no address', () => {
  expect(states({ ...details, ...schedule, location: '  ' })[1]).toBe('In Progress');
});
