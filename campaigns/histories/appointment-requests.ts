import { clockText, daysAfter, weekday } from '../time/wall-clock.ts';
import { isOpen, isWaiting, type Appointment } from './business.ts';
import type { Step } from './history.ts';
import { office, pick, type Choice, type Situation } from './situation.ts';
import { customerIds, mechanicIds, zips } from './world.ts';

/** The requests for the steps about appointments. */
export const appointmentChoices = {
  book: (situation) => {
    const { business, step } = situation;
    const { which, other } = step;
    const customerId = pick(customerIds, which) ?? '';
    const own = business.vehicles.filter((each) => each.customerId === customerId);
    // Sometimes another customer's.
    const vehicle = pick(other === 11 ? business.vehicles : own, other);
    const serviceId = pick(business.services, other);
    if (!vehicle || serviceId === undefined) return null;
    const zip = pick([...zips, null], which);
    return [
      'bookAppointment',
      which % 3 === 0 ? office(which) : customerId,
      '',
      {
        customerId,
        vehicleId: vehicle.id,
        serviceId,
        date: dateOf(situation),
        startTime: clockText(step.slot * 60),
        location: JSON.stringify({ address: zip ? `1 Curb Street, ${zip}` : '1 Curb Street' }),
        notes: 'from the campaign',
        ...((which + other) % 7 === 6 && { shownPrice: '0.99' }),
        // In most cases, since otherwise one vehicle's bookings would keep the days empty.
        ...((which + other) % 4 > 0 && { confirmOverlap: true }),
      },
    ];
  },
  assign: (situation) => {
    const { business, step } = situation;
    const mechanics = business.mechanics;
    // Sometimes a person who is not a mechanic.
    const among = step.other === 11 || mechanics.length === 0 ? mechanicIds : mechanics;
    const job = jobOf(situation, (each) => isWaiting(each) || each.status === 'confirmed');
    const change = { mechanicId: pick(among, step.other) ?? '', status: 'confirmed' };
    return job && ['changeAppointment', office(step.which), job.id, change];
  },
  unassign: (situation) => {
    const job = jobOf(situation, isConfirmed);
    const change = { status: 'unassigned', reason: reasonOf(situation) };
    return job && ['changeAppointment', office(situation.step.which), job.id, change];
  },
  decline: (situation) => {
    const job = jobOf(situation, isConfirmed);
    const change = { status: 'unassigned', reason: reasonOf(situation) };
    return job && ['changeAppointment', job.mechanicId, job.id, change];
  },
  start: (situation) => {
    // Mostly today's, since a job cannot be started on any other day.
    const anyDay = situation.step.other % 4 === 0;
    const job = jobOf(
      situation,
      (each) => isConfirmed(each) && (anyDay || each.date === situation.today),
    );
    return job && ['changeAppointment', job.mechanicId, job.id, { status: 'in_progress' }];
  },
  arrive: (situation) => {
    const job = jobOf(situation, isInProgress);
    return job && ['changeAppointment', job.mechanicId, job.id, { arrived: true }];
  },
  complete: (situation) => {
    const job = jobOf(situation, isInProgress);
    return job && ['changeAppointment', job.mechanicId, job.id, { status: 'completed' }];
  },
  reschedule: (situation) => {
    const { step } = situation;
    const job = jobOf(situation, isOpen);
    const change = {
      date: dateOf(situation),
      startTime: clockText(step.slot * 60),
      ...(step.which % 4 > 0 && { confirmOverlap: true }),
    };
    return job && ['changeAppointment', ownerOrOffice(step, job), job.id, change];
  },
  cancel: (situation) => {
    const job = jobOf(situation, isOpen);
    const change = { status: 'cancelled', reason: reasonOf(situation) };
    return job && ['changeAppointment', ownerOrOffice(situation.step, job), job.id, change];
  },
  notes: (situation) => {
    const job = jobOf(situation, isOpen);
    const change = { notes: `note ${situation.step.other}` };
    return job && ['changeAppointment', job.customerId, job.id, change];
  },
} satisfies Record<string, Choice>;

function isConfirmed({ status }: Appointment): boolean {
  return status === 'confirmed';
}

function isInProgress({ status }: Appointment): boolean {
  return status === 'in_progress';
}

/** Returns mostly an appointment that suits the step, sometimes any. */
function jobOf(
  { business: { appointments }, step }: Situation,
  suits: (appointment: Appointment) => boolean,
): Appointment | null {
  return pick(step.which === 11 ? appointments : appointments.filter(suits), step.which) ?? null;
}

function reasonOf({ step }: Situation): string | null {
  return step.other % 4 === 0 ? null : 'Because.';
}

function ownerOrOffice(step: Step, job: Appointment): string {
  return step.other % 2 === 0 ? job.customerId : office(step.other);
}

/**
 * Returns the step's day, counted from the history's first day, or from today if the clock is past it;
 * skips weekends, except for far days.
 */
function dateOf({ step: { day }, firstDay, today }: Situation): string {
  const date = daysAfter(today > daysAfter(firstDay, 1) ? today : firstDay, day);
  if (day > 3 || day < 0) return date;
  return daysAfter(date, { 6: 2, 0: 1 }[weekday(date)] ?? 0);
}
