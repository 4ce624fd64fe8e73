import { toAmount } from '@curbwrench/contract/fields/money';
import { remainingCents } from '@curbwrench/contract/payments/payment-actions';
import { paymentServiceText } from '@curbwrench/contract/payments/payment-labels';
import { refundInput, type Payment, type RefundInput } from '@curbwrench/contract/payments/schemas';
import { textLimits } from '@curbwrench/contract/fields/text-limits';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { useMoney } from '../business/money.ts';
import { FormProblem } from '../forms/form-problem.tsx';
import { useFormRequest } from '../forms/use-form-request.ts';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { TextArea, TextInput } from '../ui/text-input.tsx';
import { showToast } from '../ui/toast-store.ts';
import { useRefundPayment } from './queries.ts';

interface RefundDialogProps {
  payment: Payment;
  onClose: () => void;
}

/** Refunds the full remaining amount (the default) or a part of it, with a reason. */
export function RefundDialog({ payment, onClose }: RefundDialogProps) {
  const money = useMoney();
  const remaining = toAmount(remainingCents(payment));
  const refund = useRefundPayment(payment.id);
  const form = useForm<z.input<typeof refundInput>, unknown, RefundInput>({
    resolver: zodResolver(getRefundSchema(remaining, `You can refund up to ${money(remaining)}.`)),
    defaultValues: { amount: remaining, reason: '' },
    reValidateMode: 'onSubmit',
  });
  const { errors } = form.formState;
  const { handleSubmit, isPending, problem } = useFormRequest(form, async (values) => {
    const updatedPayment = await refund.mutateAsync(values);
    showToast({
      title: 'Refund recorded',
      description: `${money(updatedPayment.refunds.at(-1)?.amount)} of ${money(payment.amount)}.`,
    });
    onClose();
  });
  const clearErrorsOnChange = { onChange: () => form.clearErrors() };

  return (
    <FormDialog
      title="Refund"
      description={`${paymentServiceText(payment)}: ${money(remaining)} of ${money(payment.amount)} can be refunded.`}
      action="Refund"
      variant="danger"
      pending={isPending}
      pendingLabel="Refunding..."
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <FormProblem>{problem}</FormProblem>
      <Field
        label="Amount"
        hint="Enter the full amount or part of it. After a partial refund, the payment's status is still Paid."
        error={errors.amount?.message}
      >
        {(control) => (
          <TextInput
            {...control}
            {...form.register('amount', clearErrorsOnChange)}
            inputMode="decimal"
            autoComplete="off"
            className="figures sm:max-w-40"
          />
        )}
      </Field>
      <Field
        label="Reason"
        hint="The customer sees this on the receipt."
        error={errors.reason?.message}
      >
        {(control) => (
          <TextArea
            {...control}
            {...form.register('reason', clearErrorsOnChange)}
            maxLength={textLimits.reason}
          />
        )}
      </Field>
    </FormDialog>
  );
}

/** Returns the contract's schema, limited to the remaining amount. */
function getRefundSchema(remaining: string, message: string) {
  const { amount } = refundInput.shape;
  // Negated, so that text that isn't a number (NaN) passes: the contract's schema already rejects it.
  return refundInput.extend({
    amount: amount.refine((enteredAmount) => !(Number(enteredAmount) > Number(remaining)), message),
  });
}
