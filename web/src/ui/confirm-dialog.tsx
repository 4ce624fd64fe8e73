import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  title: string;
  /** The question, where the title doesn't already ask it. */
  question?: string;
  /** What confirming does, where the question doesn't say. */
  children?: ReactNode;
  /** The label of the confirm button, a verb: 'Delete'. */
  action: string;
  /** `danger` for a confirmation that removes something, `primary` for one that continues the work. */
  variant?: 'danger' | 'primary';
  /** The label of the other button. */
  cancel?: string;
  /** Shown in the confirm button while pending: 'Deleting...'. */
  pendingLabel: string;
  pending: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something final. After a failure it stays open, to try again. */
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
