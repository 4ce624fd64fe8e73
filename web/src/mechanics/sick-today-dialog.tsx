import { useAppointmentCounts } from '../appointments/queries.ts';
import { useToday } from '../business/today.ts';
import { useOwnJobsFilter, useSignedInUser } from '../session/queries.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { showToast } from '../ui/toast-store.ts';
import { useSickToday } from './use-sick-today.ts';

/** Asks before the signed-in mechanic is off sick, and says how many jobs go to the office. */
export function SickTodayDialog({ onClose }: { onClose: () => void }) {
  const { id, status } = useSignedInUser();
  const counts = useAppointmentCounts({ date: useToday(), ...useOwnJobsFilter() });
  const { change, isPending } = useSickToday();
  function confirm() {
    change(id, true, () => {
      showToast({ title: 'Get well soon', description: 'You are off for the rest of today.' });
      onClose();
    });
  }
  return (
    <ConfirmDialog
      title="Sick today?"
      question={counts.data ? getJobsText(counts.data.confirmed) : 'Your jobs go to the office.'}
      action="I'm Sick Today"
      variant="primary"
      pendingLabel="Reporting..."
      pending={isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p className="text-ink-soft">
        You get no more jobs until midnight.
        {status === 'on_job' && ' The job you are on stays yours.'}
      </p>
    </ConfirmDialog>
  );
}

/** Returns how many of today's jobs go to the office: those that were not started. */
function getJobsText(count: number): string {
  if (count === 0) return 'You have no more jobs today.';
  return count === 1
    ? '1 job goes to the office, which finds someone else for it.'
    : `${count} jobs go to the office, which finds someone else for them.`;
}
