import { isOfficeRole, type Role } from '../people/roles.ts';

/** The six statuses of an appointment. */
export const appointmentStatuses = [
  'pending',
  'unassigned',
  'confirmed',
  'in_progress',
  'completed',
  'cancelled',
] as const;
export type AppointmentStatus = (typeof appointmentStatuses)[number];

export const statusLabels: Record<AppointmentStatus, string> = {
  pending: 'Pending',
  unassigned: 'Unassigned',
  confirmed: 'Confirmed',
  in_progress: 'In Progress',
  completed: 'Completed',
  cancelled: 'Cancelled',
};

/** Statuses that occupy a mechanic's time, by a hold, an assignment or a job in progress. */
export const openStatuses = ['pending', 'unassigned', 'confirmed', 'in_progress'] as const;

/** Statuses without a mechanic: a new request, or a request whose mechanic was removed or declined. */
export const waitingStatuses = ['pending', 'unassigned'] as const;

/** How a person is related to an appointment. The server hides an appointment from people without a relation to it. */
export type Relation = 'owner' | 'assigned' | 'office';

/** What can be done with an existing appointment. Some transitions leave its status unchanged. */
export const transitionNames = [
  'assign',
  'unassign',
  'reschedule',
  'start',
  'undo_start',
  'arrive',
  'complete',
  'cancel',
  'edit_notes',
  'edit_gate_code',
] as const;
export type TransitionName = (typeof transitionNames)[number];

interface Transition {
  /** The statuses in which it is allowed, and who may do it in each. */
  readonly from: Partial<Record<AppointmentStatus, readonly Relation[]>>;
  /** The resulting status; `null` leaves it unchanged (a reschedule may also return it to pending). */
  readonly to: AppointmentStatus | null;
  /** A phrase that follows "can't be". */
  readonly participle: string;
  /** A phrase that follows "permission to". */
  readonly verbPhrase: string;
  /** The statuses in which it needs a reason, and the message if there is none. */
  readonly reasonRule?: {
    readonly statuses: readonly AppointmentStatus[];
    readonly message: string;
  };
}

/**
 * The transitions of an appointment, defined only here: the server refuses all others, and the screens offer
 * no others. Conditions that need a clock or other rows (the cutoff, the day of a job, a free mechanic) are
 * in the server's rules.
 */
export const transitions: Record<TransitionName, Transition> = {
  assign: {
    from: { pending: ['office'], unassigned: ['office'], confirmed: ['office'] },
    to: 'confirmed',
    participle: 'assigned',
    verbPhrase: 'assign a mechanic',
  },
  unassign: {
    from: { confirmed: ['office', 'assigned'] },
    to: 'unassigned',
    participle: 'unassigned',
    verbPhrase: 'unassign the mechanic',
  },
  reschedule: {
    from: {
      pending: ['owner', 'office'],
      unassigned: ['owner', 'office'],
      confirmed: ['owner', 'office'],
    },
    to: null,
    participle: 'rescheduled',
    verbPhrase: 'reschedule this appointment',
  },
  start: {
    from: { confirmed: ['assigned'] },
    to: 'in_progress',
    participle: 'started',
    verbPhrase: 'start this job',
  },
  // Allowed for a minute, as long as nothing else about the appointment changed.
  undo_start: {
    from: { in_progress: ['assigned'] },
    to: 'confirmed',
    participle: 'changed back to confirmed',
    verbPhrase: 'mark this job as not started',
  },
  // Recorded as an event; the status stays `in_progress`.
  arrive: {
    from: { in_progress: ['assigned'] },
    to: null,
    participle: 'marked as arrived',
    verbPhrase: 'report your arrival',
  },
  complete: {
    from: { in_progress: ['assigned'] },
    to: 'completed',
    participle: 'completed',
    verbPhrase: 'complete this job',
  },
  cancel: {
    from: {
      pending: ['owner', 'office'],
      unassigned: ['owner', 'office'],
      confirmed: ['owner', 'office'],
      in_progress: ['office'],
    },
    to: 'cancelled',
    participle: 'canceled',
    verbPhrase: 'cancel this appointment',
    reasonRule: {
      statuses: ['in_progress'],
      message: 'Please enter a reason for canceling a job in progress.',
    },
  },
  edit_notes: {
    from: { pending: ['owner'], unassigned: ['owner'], confirmed: ['owner'] },
    to: null,
    participle: 'changed',
    verbPhrase: 'change the notes',
  },
  // Also allowed while the mechanic waits at the gate.
  edit_gate_code: {
    from: {
      pending: ['owner', 'office'],
      unassigned: ['owner', 'office'],
      confirmed: ['owner', 'office'],
      in_progress: ['owner', 'office'],
    },
    to: null,
    participle: 'changed',
    verbPhrase: 'change the gate code',
  },
};

/**
 * Returns this person's relations to this appointment; empty if they have none. An admin who also works as
 * a mechanic has two relations to their own job.
 */
export function getRelations(
  viewer: { id: string; role: Role },
  appointment: { customerId: string; mechanicId: string | null },
): readonly Relation[] {
  const isAssigned = appointment.mechanicId === viewer.id;
  if (isOfficeRole(viewer.role)) {
    return viewer.role === 'admin' && isAssigned ? ['office', 'assigned'] : ['office'];
  }
  if (viewer.role === 'mechanic') return isAssigned ? ['assigned'] : [];
  return appointment.customerId === viewer.id ? ['owner'] : [];
}

/** Returns 'today' if a job on `date` can be started, otherwise whether it is too early or too late. */
export function checkStartDay(date: string, today: string): 'today' | 'too_early' | 'too_late' {
  if (date === today) return 'today';
  return date > today ? 'too_early' : 'too_late';
}

/** Returns the message for a missing reason, or null if this transition needs none in this status. */
export function missingReasonProblem(
  name: TransitionName,
  status: AppointmentStatus,
): string | null {
  const { reasonRule } = transitions[name];
  return reasonRule?.statuses.includes(status) ? reasonRule.message : null;
}

/**
 * Returns why this transition is refused, or null if the table allows it. `wrong_status` means that these
 * relations allow the transition in another status; otherwise the refusal is `not_allowed`.
 */
export function transitionProblem(
  name: TransitionName,
  status: AppointmentStatus,
  relations: readonly Relation[],
): { code: 'wrong_status' | 'not_allowed'; message: string } | null {
  const transition = transitions[name];
  const isGranted = (allowed: readonly Relation[] | undefined) =>
    allowed?.some((relation) => relations.includes(relation)) ?? false;
  const isEverAllowed = Object.values(transition.from).some(isGranted);
  const allowedRelations = transition.from[status];
  if (isEverAllowed && !allowedRelations) {
    return { code: 'wrong_status', message: wrongStatusMessage(status, name) };
  }
  if (!isGranted(allowedRelations)) {
    return {
      code: 'not_allowed',
      message: `You don't have permission to ${transition.verbPhrase}.`,
    };
  }
  return null;
}

function wrongStatusMessage(status: AppointmentStatus, name: TransitionName): string {
  // The specification spells the label 'Cancelled'; sentences use the American spelling.
  const label = statusLabels[status]
    .toLowerCase()
    .replace(' ', '-')
    .replace('cancelled', 'canceled');
  const article = /^[aeiou]/.test(label) ? 'An' : 'A';
  return `${article} ${label} appointment can't be ${transitions[name].participle}.`;
}
