import type { Plan } from '@curbwrench/contract/plans';
import { messageOf } from '../api/api-error.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { showToast } from '../ui/toast-store.ts';
import { useArchivePlan } from './queries.ts';

interface ArchivePlanDialogProps {
  plan: Plan;
  onClose: () => void;
}

/** Takes a plan off offer, after saying what becomes of those who have it. */
export function ArchivePlanDialog({ plan, onClose }: ArchivePlanDialogProps) {
  const archivePlan = useArchivePlan();

  function archive() {
    archivePlan.mutate(plan.id, {
      onSuccess: () => {
        showToast({ title: 'Plan archived', description: `${plan.name} is no longer offered.` });
        onClose();
      },
      onError: (error) =>
        showToast({
          title: 'Failed to archive the plan',
          description: messageOf(error),
          destructive: true,
        }),
    });
  }

  return (
    <ConfirmDialog
      title={`Archive ${plan.name}?`}
      question={`Nobody can join it any more. ${keptBy(plan.members ?? 0)}`}
      action="Archive plan"
      pendingLabel="Archiving..."
      pending={archivePlan.isPending}
      onConfirm={archive}
      onClose={onClose}
    />
  );
}

function keptBy(members: number): string {
  if (members === 0) return 'No customer has it.';
  return members === 1
    ? 'The one customer who has it keeps it, and its renewals.'
    : `The ${members} customers who have it keep it, and its renewals.`;
}
