import type { Plan } from '@curbwrench/contract/plans/schemas';
import { useNavigate } from '@tanstack/react-router';
import { getErrorMessageWithStatus } from '../api/api-error.ts';
import { useMoney } from '../business/money.ts';
import { paths } from '../paths.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { showFailureToast } from '../ui/toast-store.ts';
import { PlanBenefits } from './plan-benefits.tsx';
import { perInterval } from './plan-text.ts';
import { useJoinPlan } from './queries.ts';

interface JoinPlanDialogProps {
  plan: Plan;
  onClose: () => void;
}

/** Shows what joining costs and means, and asks for confirmation. */
export function JoinPlanDialog({ plan, onClose }: JoinPlanDialogProps) {
  const money = useMoney();
  const navigate = useNavigate();
  const joinPlan = useJoinPlan();
  const price = money(plan.price);

  async function join() {
    try {
      await joinPlan.mutateAsync({ planId: plan.id, version: plan.version });
    } catch (error) {
      showFailureToast('Failed to join the plan', getErrorMessageWithStatus(error));
      return;
    }
    await navigate({ to: paths.subscriptionSuccess });
  }

  return (
    <ConfirmDialog
      title={`Join ${plan.name}?`}
      description={`${price} ${perInterval[plan.interval]}, starting today.`}
      action={`Join for ${price}`}
      variant="primary"
      pendingLabel="Joining..."
      pending={joinPlan.isPending || joinPlan.isSuccess}
      onConfirm={() => void join()}
      onClose={onClose}
    >
      <PlanBenefits {...plan} />
      <p className="mt-4 border-t border-line pt-4 text-ink-soft">
        The first {price} is due now. No card is charged; you pay us directly. The plan renews at
        the same price each {plan.interval} until you cancel. You can cancel at any time, and the
        plan stays active until the end of the {plan.interval}.
      </p>
    </ConfirmDialog>
  );
}
