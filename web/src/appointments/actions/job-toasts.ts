import { messageOf } from '../../api/api-error.ts';
import type { ToastContent } from '../../ui/toast-store.ts';
import type { AllowedStep } from './allowed-step.ts';

/** The toasts a screen shows after each step. */
export type JobToasts = Record<
  AllowedStep['name'],
  { readonly success: ToastContent; readonly failure: (error: unknown) => ToastContent }
>;

/** The title of the toast when an appointment could not be changed. */
export const changeFailed = 'Failed to update appointment';

const updated = {
  success: {
    title: 'Appointment Updated',
    description: 'The appointment status has been updated successfully.',
  },
  failure: (error: unknown) => ({
    title: changeFailed,
    description: messageOf(error),
    destructive: true,
  }),
};

/** For the schedule and the appointments list: Start Service and Complete Service. */
export const scheduleToasts: JobToasts = { start: updated, complete: updated };

/** For the mechanic's Map & Navigation tab: Navigate and Complete Job. */
export const navigationToasts: JobToasts = {
  start: {
    success: {
      title: 'Navigation Started',
      description: "You're now en route to the customer location",
    },
    failure: () => failed('Failed to start navigation'),
  },
  complete: {
    success: { title: 'Job Completed', description: "You've successfully completed this job" },
    failure: () => failed('Failed to mark job as complete'),
  },
};

function failed(description: string): ToastContent {
  return { title: 'Error', description, destructive: true };
}
