import { Check, CircleDashed, Ellipsis, type LucideIcon } from 'lucide-react';
import { classNames } from '../ui/class-names.ts';
import type { Booker, BookingField, BookingValues } from './booking-form-values.ts';

type StepState = 'Complete' | 'In Progress' | 'Pending';

interface BookingStep {
  readonly name: string;
  readonly state: StepState;
}

/** Red is pending, yellow is current, green is complete. Each state also has an icon and a label. */
const stateStyles: Record<StepState, { bar: string; text: string; Icon: LucideIcon }> = {
  Complete: { bar: 'bg-done-edge', text: 'text-done', Icon: Check },
  'In Progress': { bar: 'bg-progress-edge', text: 'text-progress', Icon: Ellipsis },
  Pending: { bar: 'bg-alert-edge', text: 'text-alert', Icon: CircleDashed },
};

/** Shows the booking's progress. Each step has an icon, its name and its state as a word. */
export function StepIndicator({ steps }: { steps: readonly BookingStep[] }) {
  return (
    <ol aria-label="Booking steps" className="grid grid-cols-3 gap-2 sm:gap-4">
      {steps.map(({ name, state }) => {
        const { bar, text, Icon } = stateStyles[state];
        return (
          <li key={name} aria-current={state === 'In Progress' ? 'step' : undefined}>
            <span aria-hidden className={classNames('block h-1 rounded-full', bar)} />
            <span className="mt-1.5 flex flex-col text-sm leading-tight sm:flex-row sm:flex-wrap sm:items-baseline sm:gap-x-2">
              <span className="font-semibold sm:text-base">{name}</span>
              <span className="inline-flex items-center gap-1 text-ink-soft">
                <Icon
                  className={classNames('size-4 shrink-0', text)}
                  strokeWidth={2.5}
                  aria-hidden
                />
                {state}
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
  { name: 'Service Details', requiredFields: ['customerId', 'location', 'vehicleId', 'serviceId'] },
  { name: 'Schedule', requiredFields: ['date', 'startTime'] },
  { name: 'Confirmation', requiredFields: [] },
];

/**
 * Returns the form's progress: the first step that is missing a required field is in progress, the steps before it are
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
  if (field === 'customerId') return booker === 'office';
  return field !== 'vehicleId' || booker !== 'visitor';
}

function isEmpty(value: BookingValues[BookingField]): boolean {
  return value === null || (typeof value === 'string' && value.trim() === '');
}
