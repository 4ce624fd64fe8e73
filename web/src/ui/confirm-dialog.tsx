import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  title: string;
  /** What is asked. */
  question: string;
  /** What follows from a yes, where the question doesn't say. */
  children?: ReactNode;
  /** The yes, as a verb: 'Delete'. */
  action: string;
  /** Stands in its button meanwhile: 'Deleting...'. */
  pendingLabel: string;
  pending: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something that cannot be taken back. A failure leaves it open, to try again. */
export function ConfirmDialog({
  title,
  question,
  children,
  action,
  pendingLabel,
  pending,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={question}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="danger"
            pending={pending}
            pendingLabel={pendingLabel}
            onClick={onConfirm}
          >
            {action}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
