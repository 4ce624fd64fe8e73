import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import type { RequiredConfirmation } from './required-confirmation.ts';

interface ConfirmBookingDialogProps {
  requiredConfirmation: RequiredConfirmation;
  /** The server's message: which vehicle is already booked then, or why the time is outside working hours. */
  message: string;
  isBusy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

const titles: Record<RequiredConfirmation, string> = {
  overlap: 'Already booked',
  outside_hours: 'Outside working hours',
};

/** Asks for confirmation before a vehicle is double-booked, or a job is booked outside working hours. */
export function ConfirmBookingDialog({
  requiredConfirmation,
  message,
  isBusy,
  onConfirm,
  onClose,
}: ConfirmBookingDialogProps) {
  return (
    <ConfirmDialog
      title={titles[requiredConfirmation]}
      description={message}
      action="Book anyway"
      variant="primary"
      cancel="Go back"
      pendingLabel="Booking..."
      pending={isBusy}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        {requiredConfirmation === 'overlap'
          ? 'Do you want to book another appointment for this time?'
          : 'Do you want to book this time anyway?'}
      </p>
    </ConfirmDialog>
  );
}
