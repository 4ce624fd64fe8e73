import type { Booker, BookingField, BookingValues } from './booking-values.ts';

export type StepState = 'Complete' | 'In Progress' | 'Pending';

export interface BookingStep {
  readonly name: string;
  readonly state: StepState;
}

/** The three steps and what each asks for. The last one asks for nothing more. */
const steps: readonly { readonly name: string; readonly needs: readonly BookingField[] }[] = [
  { name: 'Service Details', needs: ['customerId', 'vehicleId', 'serviceId'] },
  { name: 'Schedule', needs: ['date', 'startTime', 'location'] },
  { name: 'Confirmation', needs: [] },
];

/**
 * How far the form is: the first step that still lacks something is in progress, those before it
 * are complete and those after it pending. Fields that this person is not asked for don't count.
 */
export function bookingSteps(values: BookingValues, booker: Booker): BookingStep[] {
  const lacking = steps.findIndex(({ needs }) =>
    needs.some((field) => isAsked(field, booker) && isEmpty(values[field])),
  );
  const current = lacking === -1 ? steps.length - 1 : lacking;
  return steps.map(({ name }, index) => ({
    name,
    state: index < current ? 'Complete' : index === current ? 'In Progress' : 'Pending',
  }));
}

function isAsked(field: BookingField, booker: Booker): boolean {
  if (field === 'customerId') return booker === 'dispatch';
  return field !== 'vehicleId' || booker !== 'visitor';
}

function isEmpty(value: BookingValues[BookingField]): boolean {
  return value === null || (typeof value === 'string' && value.trim() === '');
}
