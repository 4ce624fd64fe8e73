import type { JobStepChange } from '@curbwrench/contract/appointments/schemas';
import { undoMs } from '@curbwrench/contract/appointments/undo-time';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isStart, type SubmitOutcome } from '../../offline/step-queue.ts';
import { getStartTopic, undoStartWithToast } from '../../offline/undo-start.ts';
import { submitStep } from '../../offline/queued-steps.ts';
import { useSignedInUser } from '../../session/queries.ts';
import { showToast, removeToast } from '../../ui/toast-store.ts';
import { signedOutToast, waitingToast, type StepToasts } from './job-toasts.ts';

/**
 * Sends a mechanic's step on a job, or queues it until it can be sent, and shows the result in a toast. The toast for
 * starting a job offers Undo for as long as that is possible.
 * `onDone` runs whether the step was sent or queued, even if the row with the button has left the screen, but not after
 * a refusal.
 */
export function useJobStep(
  appointmentId: number,
  { success, failure }: StepToasts,
  onDone: (outcome: SubmitOutcome) => void = () => undefined,
) {
  const client = useQueryClient();
  const { id: personId } = useSignedInUser();
  return useMutation({
    mutationFn: async (change: JobStepChange) => {
      const outcome = await submitStep(client, personId, appointmentId, change);
      const toast = { sent: success, waiting: waitingToast, 'signed-out': signedOutToast }[outcome];
      const undo = () => void undoStartWithToast(client, personId, appointmentId);
      // After this step, the start of the job can no longer be undone.
      removeToast(getStartTopic(appointmentId));
      showToast({
        ...toast,
        ...(isStart(change) && {
          action: { label: 'Undo', onPress: undo },
          topic: getStartTopic(appointmentId),
        }),
        ...(isStart(change) && outcome === 'sent' && { durationMs: undoMs }),
      });
      onDone(outcome);
    },
    onError: (error) => showToast(failure(error)),
  });
}
