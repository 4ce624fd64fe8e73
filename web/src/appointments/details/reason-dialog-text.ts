import { isOfficeRole, type Role } from '@curbwrench/contract/people/roles';

interface ReasonDialogText {
  readonly title: string;
  /** What happens as a result. */
  readonly consequence: string;
  /** Who will see the reason; the server shows it to no one else. */
  readonly visibility: string;
  /** The submit button's label, and its label while the request is pending. */
  readonly submitLabel: string;
  readonly pendingLabel: string;
  /** The label of the button that closes the dialog without a change. */
  readonly keepLabel: string;
}

/** Returns the text of the dialog that asks for a reason. */
export function getReasonDialogText(
  action: 'unassign' | 'cancel',
  isDeclining: boolean,
  role: Role,
): ReasonDialogText {
  if (action === 'cancel') {
    return {
      title: 'Cancel this appointment?',
      consequence: "This can't be undone, but you can book a new appointment at any time.",
      visibility: isOfficeRole(role)
        ? 'The customer and the mechanic will see this.'
        : 'The office and your mechanic will see this.',
      submitLabel: 'Cancel appointment',
      pendingLabel: 'Canceling...',
      keepLabel: 'Keep appointment',
    };
  }
  if (isDeclining) {
    return {
      title: 'Decline this job?',
      consequence: 'The office will look for another mechanic.',
      visibility: 'Only the office will see this.',
      submitLabel: 'Decline job',
      pendingLabel: 'Declining...',
      keepLabel: 'Keep job',
    };
  }
  return {
    title: 'Unassign the mechanic?',
    consequence: 'The appointment stays at its current time and will need another mechanic.',
    visibility: 'Only the office will see this.',
    submitLabel: 'Unassign mechanic',
    pendingLabel: 'Unassigning...',
    keepLabel: 'Keep mechanic',
  };
}
