import { getErrorMessageWithStatus } from '../../api/api-error.ts';
import type { ToastContent } from '../../ui/toast-store.ts';
import type { MechanicStep } from './mechanic-step.ts';

/** The success and failure toasts of one step. */
export interface StepToasts {
  readonly success: ToastContent;
  readonly failure: (error: unknown) => ToastContent;
}

/** A screen's toasts, by step. */
export type JobToasts = Record<MechanicStep['name'], StepToasts>;

/** Shown on every screen if a step is queued because the server can't be reached. */
export const waitingToast: ToastContent = {
  title: 'Saved on this device',
  description: "We couldn't reach the server. We'll send your update as soon as we can.",
};

/** Shown on every screen if a step is queued because the mechanic is no longer signed in. */
export const signedOutToast: ToastContent = {
  title: 'Saved on this device',
  description: 'Log in to send your update.',
};

/** The title of the toast shown when an appointment could not be changed. */
export const changeFailedTitle = 'Failed to update appointment';

/** The toasts for any change to an appointment. */
export const updateToasts: StepToasts = {
  success: {
    title: 'Appointment Updated',
    description: 'The appointment status has been updated successfully.',
  },
  failure: (error: unknown) => ({
    title: changeFailedTitle,
    description: getErrorMessageWithStatus(error),
    destructive: true,
  }),
};

/** The toasts on the schedule, the appointments list and an appointment's page. */
export const scheduleToasts: JobToasts = {
  start: updateToasts,
  arrive: updateToasts,
  complete: updateToasts,
};

/** The toasts on the mechanic's Map & Navigation tab: for Navigate and Complete Job. */
export const navigationToasts: JobToasts = {
  start: {
    success: {
      title: 'Navigation Started',
      description: "You're now en route to the customer location",
    },
    failure: () => errorToast('Failed to start navigation'),
  },
  arrive: updateToasts,
  complete: {
    success: { title: 'Job Completed', description: "You've successfully completed this job" },
    failure: () => errorToast('Failed to mark job as complete'),
  },
};

function errorToast(description: string): ToastContent {
  return { title: 'Error', description, destructive: true };
}
