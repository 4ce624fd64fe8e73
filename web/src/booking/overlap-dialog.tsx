import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

interface OverlapDialogProps {
  /** The server's sentence: which vehicle is booked then, and by which appointment. */
  sentence: string;
  isBusy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before a vehicle is booked twice for the same time. */
export function OverlapDialog({ sentence, isBusy, onConfirm, onClose }: OverlapDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Already booked"
      description={sentence}
      footer={
        <>
          <Button onClick={onClose}>Go back</Button>
          <Button variant="primary" pending={isBusy} pendingLabel="Booking..." onClick={onConfirm}>
            Book anyway
          </Button>
        </>
      }
    >
      <p>Do you want to book this time too?</p>
    </Dialog>
  );
}
