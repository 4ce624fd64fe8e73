import { Check, CircleDashed, Ellipsis, type LucideIcon } from 'lucide-react';
import { classNames } from '../ui/class-names.ts';
import type { Booker, BookingField, BookingValues } from './booking-form-values.ts';

type StepState = 'Complete' | 'In Progress' | 'Pending';

interface BookingStep {
  readonly name: string;
  readonly state: StepState;
}

/** Red is pending, yellow is current, green is complete. Each state also has an icon and a label. */
const stateStyles: Record<StepState, { disc: string; bar: string; Icon: LucideIcon }> = {
  Complete: {
    disc: 'border-done-edge bg-done-wash text-done',
    bar: 'bg-done-edge',
    Icon: Check,
  },
  'In Progress': {
    disc: 'border-progress-edge bg-progress-wash text-progress',
    bar: 'bg-progress-edge',
    Icon: Ellipsis,
  },
  Pending: {
    disc: 'border-alert-edge bg-alert-wash text-alert',
    bar: 'bg-alert-edge',
    Icon: CircleDashed,
  },
};

/** Shows the booking's progress. Each step has an icon, its name and its state as a word. */
export function StepIndicator({ steps }: { steps: readonly BookingStep[] }) {
  return (
    <ol aria-label="Booking steps" className="grid grid-cols-3 gap-2 sm:gap-4">
      {steps.map(({ name, state }) => {
        const { disc, bar, Icon } = stateStyles[state];
        return (
          <li key={name} aria-current={state === 'In Progress' ? 'step' : undefined}>
            <span aria-hidden className={classNames('block h-1.5 rounded-full', bar)} />
            <span className="mt-2.5 flex flex-col gap-x-2.5 gap-y-1.5 sm:flex-row sm:items-center">
              <span
                aria-hidden
                className={classNames(
                  'flex size-7 shrink-0 items-center justify-center rounded-full border-2',
                  disc,
                )}
              >
                <Icon className="size-4" strokeWidth={2.5} />
              </span>
              <span className="flex min-w-0 flex-col-reverse">
                <span className="leading-tight font-semibold">{name}</span>
                <span className="text-sm text-ink-soft">{state}</span>
              </span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}

/** The three steps and the fields each requires. The last step requires none. */
const steps: readonly {
  readonly name: string;
  readonly requiredFields: readonly BookingField[];
}[] = [
  { name: 'Service Details', requiredFields: ['customerId', 'vehicleId', 'serviceId'] },
  { name: 'Schedule', requiredFields: ['date', 'startTime', 'location'] },
  { name: 'Confirmation', requiredFields: [] },
];

/**
 * Returns the form's progress: the first step that lacks a field is in progress, the steps before it are
 * complete and those after it pending. Fields that this person does not fill in are ignored.
 */
export function bookingSteps(values: BookingValues, booker: Booker): BookingStep[] {
  const firstIncomplete = steps.findIndex(({ requiredFields }) =>
    requiredFields.some((field) => isRequired(field, booker) && isEmpty(values[field])),
  );
  const current = firstIncomplete === -1 ? steps.length - 1 : firstIncomplete;
  return steps.map(({ name }, index) => ({
    name,
    state: index < current ? 'Complete' : index === current ? 'In Progress' : 'Pending',
  }));
}

function isRequired(field: BookingField, booker: Booker): boolean {
  if (field === 'customerId') return booker === 'dispatch';
  return field !== 'vehicleId' || booker !== 'visitor';
}

function isEmpty(value: BookingValues[BookingField]): boolean {
  return value === null || (typeof value === 'string' && value.trim() === '');
}
