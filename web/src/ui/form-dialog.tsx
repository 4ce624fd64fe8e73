import { useId, type ReactNode, type SubmitEvent } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface FormDialogProps {
  title: string;
  /** A line under the title. */
  description?: string | undefined;
  wide?: boolean;
  /** Names the form to a screen reader, where the title isn't enough. */
  label?: string;
  /** How its fields are laid out. */
  className?: string;
  children: ReactNode;
  /** The label of the submit button, a verb: 'Add Vehicle'. */
  action: string;
  variant?: 'primary' | 'danger';
  /** Why it can't be submitted; null when it can. */
  disabledReason?: string | null;
  /** Looks as if it couldn't be submitted, but says why when clicked. */
  notYet?: boolean;
  pending: boolean;
  /** Shown in the submit button while pending: 'Adding...'. */
  pendingLabel: string;
  /** The label of the button that closes without submitting. */
  cancel?: string;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  onClose: () => void;
}

/** Renders a dialog that is a form: its fields scroll, its two buttons stay visible below them. */
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
  notYet = false,
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
            notYet={notYet}
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
