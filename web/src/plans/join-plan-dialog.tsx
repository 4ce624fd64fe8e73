import type { Plan } from '@curbwrench/contract/plans';
import { useNavigate } from '@tanstack/react-router';
import { messageOf } from '../api/api-error.ts';
import { useMoney } from '../business/money.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { showToast } from '../ui/toast-store.ts';
import { PlanBenefits } from './plan-benefits.tsx';
import { perInterval } from './plan-text.ts';
import { useJoinPlan } from './queries.ts';

interface JoinPlanDialogProps {
  plan: Plan;
  onClose: () => void;
}

/** What joining costs and means, before it happens. */
export function JoinPlanDialog({ plan, onClose }: JoinPlanDialogProps) {
  const money = useMoney();
  const navigate = useNavigate();
  const joinPlan = useJoinPlan();
  const price = money(plan.price);

  async function join() {
    try {
      await joinPlan.mutateAsync({ planId: plan.id, version: plan.version });
    } catch (error) {
      showToast({
        title: 'Failed to join the plan',
        description: messageOf(error),
        destructive: true,
      });
      return;
    }
    await navigate({ to: paths.subscriptionSuccess });
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Join ${plan.name}?`}
      description={`${price} ${perInterval[plan.interval]}, starting today.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            pending={joinPlan.isPending || joinPlan.isSuccess}
            pendingLabel="Joining..."
            onClick={() => void join()}
          >
            Join for {price}
          </Button>
        </>
      }
    >
      <PlanBenefits {...plan} />
      <p className="mt-4 border-t border-line pt-4 text-ink-soft">
        The first {price} is due now; nothing is taken from a card, you pay us. The plan renews at
        the same price each {plan.interval} until you leave. You can leave at any time: it then
        works to the end of the {plan.interval}.
      </p>
    </Dialog>
  );
}
