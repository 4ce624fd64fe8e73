import { displayTime, toTimeOfDay } from '@curbwrench/contract/fields/calendar';
import { displayId } from '@curbwrench/contract/fields/display-id';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import type { MoveQuestion } from './use-placing.ts';

interface ConfirmMoveDialogProps {
  question: MoveQuestion;
  onAnswer: (isConfirmed: boolean) => void;
}

/** Asks for the confirmation that the server requires before it moves a job. */
export function ConfirmMoveDialog({ question, onAnswer }: ConfirmMoveDialogProps) {
  const { job, spot, reason } = question;
  return (
    <ConfirmDialog
      title={`Move ${displayId(job.id)} to ${displayTime(toTimeOfDay(spot.start))} anyway?`}
      description={reason}
      action="Move anyway"
      variant="primary"
      cancel="Put it back"
      pendingLabel="Moving..."
      pending={false}
      onConfirm={() => onAnswer(true)}
      onClose={() => onAnswer(false)}
    />
  );
}
