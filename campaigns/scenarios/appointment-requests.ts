import { formatTime } from '../time/wall-clock.ts';
import { isOpen, needsMechanic, type Appointment } from './business.ts';
import type { Step } from './scenario.ts';
import {
  pickDate,
  pickOfficePerson,
  pick,
  type RequestBuilder,
  type StepContext,
} from './step-context.ts';
import { customerIds, mechanicIds, zips } from './start-state.ts';

/** Builds the requests for steps about appointments. */
export const appointmentRequestBuilders = {
  book: (context) => {
    const { business, step } = context;
    const { target, choice } = step;
    const customerId = pick(customerIds, target) ?? '';
    const ownVehicles = business.vehicles.filter((each) => each.customerId === customerId);
    // Sometimes chooses another customer's vehicle.
    const vehicle = pick(choice === 11 ? business.vehicles : ownVehicles, choice);
    const serviceId = pick(business.services, choice);
    if (!vehicle || serviceId === undefined) return null;
    // Mostly leaves out the ZIP code, since customers outside the service areas are refused.
    const zip = pick([null, null, null, zips[0], null, null, zips[1], null], target);
    return [
      'bookAppointment',
      target % 3 === 0 ? pickOfficePerson(target) : customerId,
      '',
      {
        customerId,
        vehicleId: vehicle.id,
        serviceId,
        ...(target % 6 === 1 && {
          additionalServiceIds: pickAdditionalServices(business.services, serviceId, step),
        }),
        date: pickDate(context),
        startTime: formatTime(step.slot * 60),
        location: JSON.stringify({ address: zip ? `1 Curb Street, ${zip}` : '1 Curb Street' }),
        notes: 'from the campaign',
        // Sometimes claims that a wrong price was shown, which must be refused.
        ...((target + choice) % 7 === 6 && { shownPrice: '0.99' }),
        // Mostly confirms the overlap, since otherwise most bookings for the same vehicle would be refused.
        ...((target + choice) % 4 > 0 && { confirmOverlap: true }),
        ...((target + choice) % 5 === 0 && { confirmOutsideHours: true }),
      },
    ];
  },
  assign: (context) => {
    const { business, step } = context;
    const mechanics = business.mechanics;
    // Sometimes chooses a person who is not a mechanic.
    const candidates = step.choice === 11 || mechanics.length === 0 ? mechanicIds : mechanics;
    const job = pickAppointment(
      context,
      (each) => needsMechanic(each) || each.status === 'confirmed',
    );
    const change = { mechanicId: pick(candidates, step.choice) ?? '', status: 'confirmed' };
    return job && ['changeAppointment', pickOfficePerson(step.target), job.id, change];
  },
  unassign: (context) => {
    const job = pickAppointment(context, isConfirmed);
    const change = { status: 'unassigned', reason: pickReason(context) };
    return job && ['changeAppointment', pickOfficePerson(context.step.target), job.id, change];
  },
  decline: (context) => {
    const job = pickAppointment(context, isConfirmed);
    const change = { status: 'unassigned', reason: pickReason(context) };
    return job && ['changeAppointment', job.mechanicId, job.id, change];
  },
  start: (context) => {
    // Mostly chooses today's job, since a job cannot be started on any other day.
    const allowsAnyDay = context.step.choice % 4 === 0;
    const job = pickAppointment(
      context,
      (each) => isConfirmed(each) && (allowsAnyDay || each.date === context.today),
    );
    return job && ['changeAppointment', job.mechanicId, job.id, { status: 'in_progress' }];
  },
  undoStart: (context) => {
    const job = pickAppointment(context, isInProgress);
    return job && ['changeAppointment', job.mechanicId, job.id, { startUndone: true }];
  },
  arrive: (context) => {
    const job = pickAppointment(context, isInProgress);
    return job && ['changeAppointment', job.mechanicId, job.id, { arrived: true }];
  },
  complete: (context) => {
    const job = pickAppointment(context, isInProgress);
    return job && ['changeAppointment', job.mechanicId, job.id, { status: 'completed' }];
  },
  reschedule: (context) => {
    const { step } = context;
    const job = pickAppointment(context, isOpen);
    const change = {
      date: pickDate(context),
      startTime: formatTime(step.slot * 60),
      ...(step.target % 4 > 0 && { confirmOverlap: true }),
      ...(step.target % 5 === 0 && { confirmOutsideHours: true }),
    };
    return job && ['changeAppointment', pickCustomerOrOfficePerson(step, job), job.id, change];
  },
  cancel: (context) => {
    const job = pickAppointment(context, isOpen);
    const change = { status: 'cancelled', reason: pickReason(context) };
    return (
      job && ['changeAppointment', pickCustomerOrOfficePerson(context.step, job), job.id, change]
    );
  },
  changeNotes: (context) => {
    const job = pickAppointment(context, isOpen);
    const change = { notes: `note ${context.step.choice}` };
    return job && ['changeAppointment', job.customerId, job.id, change];
  },
} satisfies Record<string, RequestBuilder>;

function isConfirmed({ status }: Appointment): boolean {
  return status === 'confirmed';
}

function isInProgress({ status }: Appointment): boolean {
  return status === 'in_progress';
}

/** Returns a suitable appointment most of the time, otherwise any; null if there is none. */
function pickAppointment(
  { business: { appointments }, step }: StepContext,
  isSuitable: (appointment: Appointment) => boolean,
): Appointment | null {
  return (
    pick(step.target === 11 ? appointments : appointments.filter(isSuitable), step.target) ?? null
  );
}

function pickReason({ step }: StepContext): string | null {
  return step.choice % 4 === 0 ? null : 'Because.';
}

function pickCustomerOrOfficePerson(step: Step, job: Appointment): string {
  return step.choice % 2 === 0 ? job.customerId : pickOfficePerson(step.choice);
}

/** Picks one or two of the other services, sometimes the first service again. */
function pickAdditionalServices(
  services: readonly number[],
  firstId: number,
  { target, choice }: Pick<Step, 'target' | 'choice'>,
): readonly number[] {
  if (choice === 11) return [firstId];
  const others = services.filter((id) => id !== firstId);
  return others.slice(0, 1 + (Math.floor(target / 6) % 2));
}
