import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

interface OverlapDialogProps {
  /** The server's sentence: which vehicle is already booked then, and by which appointment. */
  sentence: string;
  isBusy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation before a vehicle is booked twice for the same time. */
export function OverlapDialog({ sentence, isBusy, onConfirm, onClose }: OverlapDialogProps) {
  return (
    <ConfirmDialog
      title="Already booked"
      question={sentence}
      action="Book anyway"
      variant="primary"
      cancel="Go back"
      pendingLabel="Booking..."
      pending={isBusy}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>Do you want to book this time too?</p>
    </ConfirmDialog>
  );
}
