import type { ReactNode, SubmitEvent } from 'react';
import { getErrorMessage } from '../api/api-error.ts';
import { Callout } from '../ui/callout.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { showToast } from '../ui/toast-store.ts';
import { useSaveWorkingTime, type SendChange } from './queries.ts';
import { StrandedList } from './stranded-list.tsx';

interface WorkingTimeDialogProps {
  title: string;
  description?: string;
  wide?: boolean;
  action: string;
  /** The toast after saving. */
  savedMessage: string;
  send: SendChange;
  /** Why the form can't be saved yet, such as an end before its start; null if it can. */
  problem?: string | null;
  children: ReactNode;
  onClose: () => void;
}

/**
 * Renders a form that changes working time. If the change strands appointments, they are listed first, and the change
 * is saved only when the button is clicked again.
 */
export function WorkingTimeDialog({
  title,
  description,
  wide = false,
  action,
  savedMessage,
  send,
  problem = null,
  children,
  onClose,
}: WorkingTimeDialogProps) {
  const { save, stranded, error, isPending } = useSaveWorkingTime();

  async function submit() {
    if (!(await save(send))) return;
    showToast({ title: savedMessage, ...(description !== undefined && { description }) });
    onClose();
  }

  return (
    <FormDialog
      title={title}
      description={description}
      wide={wide}
      label={title}
      action={stranded.length > 0 ? 'Save anyway' : action}
      disabledReason={problem}
      pending={isPending}
      pendingLabel="Saving..."
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        // A failure is shown above the fields.
        if (!isPending && problem === null) submit().catch(() => {});
      }}
      onClose={onClose}
    >
      {error !== null && <Callout tone="alert">{getErrorMessage(error)}</Callout>}
      {children}
      {stranded.length > 0 && <StrandedList stranded={stranded} />}
    </FormDialog>
  );
}
