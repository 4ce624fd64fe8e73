import type { QueryClient } from '@tanstack/react-query';
import { getErrorMessage } from '../api/api-error.ts';
import { showFailureToast, showToast, removeToast } from '../ui/toast-store.ts';
import { undoStart } from './queued-steps.ts';

/** Returns the topic of the toast that offers to undo the start of a job. */
export function getStartTopic(appointmentId: number): string {
  return `start of ${appointmentId}`;
}

/** Undoes the start of a job, whether sent or still queued, and shows the result in a toast. */
export async function undoStartWithToast(
  client: QueryClient,
  personId: string,
  appointmentId: number,
): Promise<void> {
  removeToast(getStartTopic(appointmentId));
  try {
    await undoStart(client, personId, appointmentId);
    showToast({ title: 'Marked as not started' });
  } catch (error) {
    showFailureToast('Failed to undo the start', getErrorMessage(error));
  }
}
