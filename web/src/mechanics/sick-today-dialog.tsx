import { useState } from 'react';
import { useAppointmentCounts } from '../appointments/queries.ts';
import { useToday } from '../business/today.ts';
import { useOwnJobsFilter, useSignedInUser } from '../session/queries.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { showToast } from '../ui/toast-store.ts';
import { useSickToday } from './use-sick-today.ts';

interface SickTodayDialogProps {
  /** Whether the mechanic is off sick, and may be back. */
  isSick: boolean;
  onClose: () => void;
}

/** Asks before the signed-in mechanic is off sick or back, and says how many jobs go to the office. */
export function SickTodayDialog({ isSick, onClose }: SickTodayDialogProps) {
  const { id, status } = useSignedInUser();
  const counts = useAppointmentCounts({ date: useToday(), ...useOwnJobsFilter() });
  const { change, isPending } = useSickToday();
  // As it was when the dialog opened: it changes with the answer.
  const [wasSick] = useState(isSick);
  function confirm() {
    change(id, !wasSick, () => {
      showToast(
        wasSick
          ? { title: 'Welcome back' }
          : { title: 'Get well soon', description: 'You are off for the rest of today.' },
      );
      onClose();
    });
  }
  if (wasSick) {
    return (
      <ConfirmDialog
        title="Back at work?"
        question="You get jobs again today. Jobs that someone else took over stay with them."
        action="I'm Back"
        variant="primary"
        pendingLabel="One moment..."
        pending={isPending}
        onConfirm={confirm}
        onClose={onClose}
      />
    );
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
