import { displayDateWithWeekday } from '@curbwrench/contract/fields/calendar';
import type { Subscription } from '@curbwrench/contract/plans/subscription-schemas';
import { getErrorMessageWithStatus } from '../api/api-error.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { showFailureToast, showToast } from '../ui/toast-store.ts';
import { useChangeRenewal } from './queries.ts';

interface CancelPlanDialogProps {
  subscription: Subscription;
  onClose: () => void;
}

/** Shows what canceling the plan means, and asks for confirmation. */
export function CancelPlanDialog({ subscription, onClose }: CancelPlanDialogProps) {
  const changeRenewal = useChangeRenewal();
  const { id, planName, active, periodEnd } = subscription;
  const until = displayDateWithWeekday(periodEnd);

  function cancelPlan() {
    changeRenewal.mutate(
      { id, renews: false },
      {
        onSuccess: () => {
          showToast({
            title: 'Plan canceled',
            description: active
              ? `${planName} stays active until ${until}.`
              : `${planName} has ended.`,
          });
          onClose();
        },
        onError: (error) =>
          showFailureToast('Failed to cancel the plan', getErrorMessageWithStatus(error)),
      },
    );
  }

  return (
    <ConfirmDialog
      title={`Cancel ${planName}?`}
      description={
        active
          ? `Your plan stays active until ${until}, with everything it includes. You won't be charged again, and you can resume it until then.`
          : "The last payment didn't go through, so your plan ends immediately."
      }
      action="Cancel plan"
      cancel="Keep plan"
      pendingLabel="Canceling..."
      pending={changeRenewal.isPending}
      onConfirm={cancelPlan}
      onClose={onClose}
    />
  );
}
