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
  saved: string;
  send: SendChange;
  /** Shown instead of the form's own problem, such as an end before its beginning. */
  problem?: string | null;
  children: ReactNode;
  onClose: () => void;
}

/**
 * Renders a form that changes working time. What the change strands is shown first, and is saved only when it is
 * pressed again.
 */
export function WorkingTimeDialog({
  title,
  description,
  wide = false,
  action,
  saved,
  send,
  problem = null,
  children,
  onClose,
}: WorkingTimeDialogProps) {
  const { save, stranded, error, isPending } = useSaveWorkingTime();

  async function submit() {
    if (!(await save(send))) return;
    showToast({ title: saved, ...(description !== undefined && { description }) });
    onClose();
  }

  return (
    <FormDialog
      title={title}
      description={description}
      wide={wide}
      label={title}
      action={stranded.length > 0 ? 'Save Anyway' : action}
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
