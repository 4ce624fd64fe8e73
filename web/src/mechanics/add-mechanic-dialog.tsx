import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

interface AddMechanicDialogProps {
  onClose: () => void;
  /** Opens the dialog that sends an invitation. */
  onInvite: () => void;
}

/** Explains how to add a mechanic, with a button that opens the invitation dialog. */
export function AddMechanicDialog({ onClose, onInvite }: AddMechanicDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Add Mechanic"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" onClick={onInvite}>
            Invite mechanic
          </Button>
        </>
      }
    >
      <div className="grid gap-3 text-pretty">
        <p>
          To add a mechanic, invite them to create an account. They become a mechanic when they
          accept.
        </p>
        <p className="text-ink-soft">
          Do they already have an account? Change their role to Mechanic in Settings, under People.
        </p>
      </div>
    </Dialog>
  );
}
