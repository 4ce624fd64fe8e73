import { useId, type ReactNode, type SubmitEvent } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface FormDialogProps {
  title: string;
  /** A line under the title. */
  description?: ReactNode;
  wide?: boolean;
  /** Names the form for a screen reader, if the title isn't enough. */
  label?: string;
  /** Classes that lay out the fields. */
  className?: string;
  children: ReactNode;
  /** The label of the submit button, a verb: 'Add Vehicle'. */
  action: string;
  variant?: 'primary' | 'danger';
  /** Why the form can't be submitted; null if it can. */
  disabledReason?: string | null;
  /** Makes the submit button look disabled, but still say what is missing when clicked. */
  looksDisabled?: boolean;
  pending: boolean;
  /** Shown in the submit button while pending: 'Adding...'. */
  pendingLabel: string;
  /** The label of the button that closes without submitting. */
  cancel?: string;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  onClose: () => void;
}

/** Renders a form in a dialog: its fields scroll, and its two buttons stay visible below them. */
export function FormDialog({
  title,
  description,
  wide = false,
  label,
  className = 'grid gap-5',
  children,
  action,
  variant = 'primary',
  disabledReason = null,
  looksDisabled = false,
  pending,
  pendingLabel,
  cancel = 'Cancel',
  onSubmit,
  onClose,
}: FormDialogProps) {
  const id = useId();
  return (
    <Dialog
      open
      wide={wide}
      onOpenChange={onClose}
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button
            type="submit"
            form={id}
            variant={variant}
            disabledReason={disabledReason}
            looksDisabled={looksDisabled}
            pending={pending}
            pendingLabel={pendingLabel}
          >
            {action}
          </Button>
        </>
      }
    >
      <form id={id} noValidate aria-label={label} onSubmit={onSubmit} className={className}>
        {children}
      </form>
    </Dialog>
  );
}
