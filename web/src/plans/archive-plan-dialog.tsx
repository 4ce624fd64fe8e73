import type { Plan } from '@curbwrench/contract/plans/schemas';
import { getErrorMessageWithStatus } from '../api/api-error.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { showFailureToast, showToast } from '../ui/toast-store.ts';
import { useArchivePlan } from './queries.ts';

interface ArchivePlanDialogProps {
  plan: Plan;
  onClose: () => void;
}

/** Asks for confirmation before a plan is archived, and explains what happens to its members. */
export function ArchivePlanDialog({ plan, onClose }: ArchivePlanDialogProps) {
  const archivePlan = useArchivePlan();

  function archive() {
    archivePlan.mutate(plan.id, {
      onSuccess: () => {
        showToast({ title: 'Plan archived', description: `${plan.name} is no longer offered.` });
        onClose();
      },
      onError: (error) =>
        showFailureToast('Failed to archive the plan', getErrorMessageWithStatus(error)),
    });
  }

  return (
    <ConfirmDialog
      title={`Archive ${plan.name}?`}
      description={`No one will be able to join it. ${membersText(plan.members ?? 0)}`}
      action="Archive plan"
      pendingLabel="Archiving..."
      pending={archivePlan.isPending}
      onConfirm={archive}
      onClose={onClose}
    />
  );
}

function membersText(members: number): string {
  if (members === 0) return 'No customers are on this plan.';
  return members === 1
    ? 'The one customer on this plan stays on it, and their plan keeps renewing.'
    : `The ${members} customers on this plan stay on it, and their plans keep renewing.`;
}
