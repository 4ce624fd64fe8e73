import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  title: string;
  /** What is asked, where the title doesn't say. */
  question?: string;
  /** What follows from a yes, where the question doesn't say. */
  children?: ReactNode;
  /** The yes, as a verb: 'Delete'. */
  action: string;
  /** Of a yes that takes something away, or one that goes on with the work. */
  variant?: 'danger' | 'primary';
  /** The no. */
  cancel?: string;
  /** Stands in its button meanwhile: 'Deleting...'. */
  pendingLabel: string;
  pending: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something that is final. A failure leaves it open, to try again. */
export function ConfirmDialog({
  title,
  question,
  children,
  action,
  variant = 'danger',
  cancel = 'Cancel',
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
      {...(question !== undefined && { description: question })}
      footer={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button
            variant={variant}
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
