import { amountOf, centsOf } from '@curbwrench/contract/money';
import { remainingCents } from '@curbwrench/contract/payment-actions';
import { refundInput, type Payment } from '@curbwrench/contract/payments';
import { textLimits } from '@curbwrench/contract/text-limits';
import { useState, type SubmitEvent } from 'react';
import { useMoney } from '../business/money.ts';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { TextArea, TextInput } from '../ui/text-input.tsx';
import { showToast } from '../ui/toast-store.ts';
import { fieldProblems, focusFirstProblem, refusalOf, type Problems } from './form-problems.ts';
import { PaymentProblem } from './payment-problem.tsx';
import { useRefundPayment } from './queries.ts';

interface RefundDialogProps {
  payment: Payment;
  onClose: () => void;
}

/** Gives back all that is left, which is filled in, or part of it, with a reason. */
export function RefundDialog({ payment, onClose }: RefundDialogProps) {
  const money = useMoney();
  const left = amountOf(remainingCents(payment));
  const [values, setValues] = useState({ amount: left, reason: '' });
  const [problems, setProblems] = useState<Problems>({});
  const refund = useRefundPayment(payment.id, {
    onSuccess: (changed) => {
      showToast({
        title: 'Refund recorded',
        description: `${money(changed.refunds.at(-1)?.amount)} of ${money(payment.amount)}.`,
      });
      onClose();
    },
  });

  function change(part: Partial<typeof values>) {
    setValues((before) => ({ ...before, ...part }));
    setProblems({});
    refund.reset();
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (refund.isPending) return;
    const found = problemsIn(values, left, money);
    setProblems(found);
    if (Object.keys(found).length > 0) focusFirstProblem(event.currentTarget);
    else refund.mutate(values);
  }

  const shown = { ...problems, ...refusalOf(refund.error).fields };
  return (
    <FormDialog
      title="Refund"
      description={`${money(left)} of ${money(payment.amount)} can be given back.`}
      action="Refund"
      variant="danger"
      pending={refund.isPending}
      pendingLabel="Refunding..."
      onSubmit={submit}
      onClose={onClose}
    >
      <PaymentProblem error={refund.error} />
      <Field
        label="Amount"
        hint="All of it, or a part: the payment then stays Paid."
        error={shown['amount']}
      >
        {(control) => (
          <TextInput
            {...control}
            inputMode="decimal"
            autoComplete="off"
            className="figures sm:max-w-40"
            value={values.amount}
            onChange={({ target }) => change({ amount: target.value })}
          />
        )}
      </Field>
      <Field label="Reason" hint="The customer reads it on the receipt." error={shown['reason']}>
        {(control) => (
          <TextArea
            {...control}
            maxLength={textLimits.reason}
            value={values.reason}
            onChange={({ target }) => change({ reason: target.value })}
          />
        )}
      </Field>
    </FormDialog>
  );
}

/** What the contract has against it, and an amount that is more than there is. */
function problemsIn(
  values: { amount: string; reason: string },
  left: string,
  money: (amount: string) => string,
): Problems {
  const found = fieldProblems(refundInput, values);
  const parsed = refundInput.shape.amount.safeParse(values.amount);
  if (parsed.success && centsOf(parsed.data) > centsOf(left)) {
    return { ...found, amount: `At most ${money(left)} can be refunded.` };
  }
  return found;
}
