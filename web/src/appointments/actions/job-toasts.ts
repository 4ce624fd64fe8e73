import { getErrorMessageWithStatus } from '../../api/api-error.ts';
import type { ToastContent } from '../../ui/toast-store.ts';
import type { MechanicStep } from './mechanic-step.ts';

/** The toasts a screen shows after each step. */
export type JobToasts = Record<
  MechanicStep['name'],
  { readonly success: ToastContent; readonly failure: (error: unknown) => ToastContent }
>;

/** The title of the toast when an appointment could not be changed. */
export const changeFailedTitle = 'Failed to update appointment';

const updateToasts = {
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

/** For the schedule and the appointments list: Start Service and Complete Service. */
export const scheduleToasts: JobToasts = { start: updateToasts, complete: updateToasts };

/** For the mechanic's Map & Navigation tab: Navigate and Complete Job. */
export const navigationToasts: JobToasts = {
  start: {
    success: {
      title: 'Navigation Started',
      description: "You're now en route to the customer location",
    },
    failure: () => errorToast('Failed to start navigation'),
  },
  complete: {
    success: { title: 'Job Completed', description: "You've successfully completed this job" },
    failure: () => errorToast('Failed to mark job as complete'),
  },
};

function errorToast(description: string): ToastContent {
  return { title: 'Error', description, destructive: true };
}
