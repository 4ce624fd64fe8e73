import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { emptyBooking, type Booker } from './booking-form-values.ts';
import { bookingSteps, StepIndicator } from './step-indicator.tsx';

/** The color tokens: green for complete, yellow for current, red for pending. */
const tones = { Complete: 'done', 'In Progress': 'progress', Pending: 'alert' } as const;

test('each step shows its state by a color and a word @booking.steps', () => {
  for (const state of ['Complete', 'In Progress', 'Pending'] as const) {
    const step = renderToStaticMarkup(<StepIndicator steps={[{ name: 'Schedule', state }]} />);
    expect(step).toContain(`>${state}<`);
    expect(step).toContain(`bg-${tones[state]}-edge`);
    expect(step.includes('aria-current="step"')).toBe(state === 'In Progress');
  }
});

const details = { location: '12 Elm Street', vehicleId: 3, serviceId: 2 };
const schedule = { date: '2026-11-23', startTime: '10:00' };

function getStates(values: object, booker: Booker = 'customer') {
  return bookingSteps({ ...emptyBooking, ...values }, booker).map((step) => step.state);
}

test('initially, the first step is in progress @booking.steps', () => {
  expect(bookingSteps(emptyBooking, 'customer')).toEqual([
    { name: 'Service Details', state: 'In Progress' },
    { name: 'Schedule', state: 'Pending' },
    { name: 'Confirmation', state: 'Pending' },
  ]);
});

test('the steps advance as the fields are filled in @booking.steps', () => {
  expect(getStates({ vehicleId: 3 })).toEqual(['In Progress', 'Pending', 'Pending']);
  expect(getStates(details)).toEqual(['Complete', 'In Progress', 'Pending']);
  expect(getStates({ ...details, ...schedule })).toEqual(['Complete', 'Complete', 'In Progress']);
});

test('a step is in progress again once one of its fields is cleared', () => {
  expect(getStates({ ...details, ...schedule, startTime: '' })).toEqual([
    'Complete',
    'In Progress',
    'Pending',
  ]);
  expect(getStates(schedule)).toEqual(['In Progress', 'Pending', 'Pending']);
});

test('a visitor is not asked for a vehicle, and the office is asked for a customer', () => {
  expect(getStates({ ...details, vehicleId: null }, 'visitor')[0]).toBe('Complete');
  expect(getStates(details, 'office')[0]).toBe('In Progress');
  expect(getStates({ ...details, customerId: 'c1' }, 'office')[0]).toBe('Complete');
});

test('a blank address does not complete a step', () => {
  expect(getStates({ ...details, location: '  ' })[0]).toBe('In Progress');
});
