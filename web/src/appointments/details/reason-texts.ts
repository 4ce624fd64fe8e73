import { dispatches, type Role } from '@curbwrench/contract/roles';

interface ReasonTexts {
  readonly title: string;
  /** What comes of it. */
  readonly consequence: string;
  /** Who will read the reason: the server shows it to them and to nobody else. */
  readonly readers: string;
  readonly confirm: string;
  readonly pending: string;
}

/** What the dialog says that asks for a reason. */
export function reasonTexts(
  action: 'unassign' | 'cancel',
  declines: boolean,
  role: Role,
): ReasonTexts {
  if (action === 'cancel') {
    return {
      title: 'Cancel this appointment?',
      consequence: 'A cancelled appointment stays cancelled; for another time, book anew.',
      readers: dispatches(role)
        ? 'The customer and the mechanic can read it.'
        : 'We and the mechanic can read it.',
      confirm: 'Cancel Appointment',
      pending: 'Cancelling...',
    };
  }
  if (declines) {
    return {
      title: 'Decline this job?',
      consequence: 'It goes back to the office, and another mechanic is looked for.',
      readers: 'Only the office can read it.',
      confirm: 'Decline Job',
      pending: 'Declining...',
    };
  }
  return {
    title: 'Unassign the mechanic?',
    consequence: 'It keeps its time and waits for another mechanic.',
    readers: 'Only the office can read it.',
    confirm: 'Unassign Mechanic',
    pending: 'Unassigning...',
  };
}
