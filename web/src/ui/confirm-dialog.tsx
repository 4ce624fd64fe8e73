import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  title: string;
  /** A sentence below the title. */
  description?: string;
  /** Further explanation, or form fields. */
  children?: ReactNode;
  /** The label of the confirm button, a verb: 'Delete'. */
  action: string;
  /** `danger` for a confirmation that removes something, `primary` for one that continues the work. */
  variant?: 'danger' | 'primary';
  /** The label of the button that closes without confirming. */
  cancel?: string;
  /** Shown in the confirm button while pending: 'Deleting...'. */
  pendingLabel: string;
  pending: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/**
 * Asks for confirmation before an action. After a failure the dialog stays open, so that the user can try
 * again.
 */
export function ConfirmDialog({
  title,
  description,
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
      {...(description !== undefined && { description })}
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
