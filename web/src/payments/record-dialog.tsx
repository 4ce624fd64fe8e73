import { paymentMethods, type PaymentMethod } from '@curbwrench/contract/payments/payment-actions';
import { paymentMethodText } from '@curbwrench/contract/payments/payment-labels';
import {
  recordPaymentInput,
  type Payment,
  type RecordPaymentInput,
} from '@curbwrench/contract/payments/schemas';
import { textLimits } from '@curbwrench/contract/fields/text-limits';
import { zodResolver } from '@hookform/resolvers/zod';
import { Banknote, CreditCard, Landmark, Wallet, type LucideIcon } from 'lucide-react';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { useMoney } from '../business/money.ts';
import { FormProblem } from '../forms/form-problem.tsx';
import { useFormRequest } from '../forms/use-form-request.ts';
import { Field, FieldError } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { showToast } from '../ui/toast-store.ts';
import { useRecordPayment } from './queries.ts';

interface RecordDialogProps {
  payment: Pick<Payment, 'id' | 'amount'>;
  onClose: () => void;
}

const icons: Record<PaymentMethod, LucideIcon> = {
  cash: Banknote,
  card_terminal: CreditCard,
  bank_transfer: Landmark,
  other: Wallet,
};

/** Records a payment with its method and an optional transaction ID. */
export function RecordDialog({ payment, onClose }: RecordDialogProps) {
  const formId = useId();
  const amount = useMoney()(payment.amount);
  const record = useRecordPayment(payment.id);
  const form = useForm<z.input<typeof recordPaymentInput>, unknown, RecordPaymentInput>({
    resolver: zodResolver(recordPaymentInput),
    defaultValues: { transactionId: '' },
  });
  const { errors } = form.formState;
  const { handleSubmit, isPending, problem } = useFormRequest(form, async (values) => {
    await record.mutateAsync(values);
    showToast({
      title: 'Payment recorded',
      description: `${amount}, ${paymentMethodText(values.paymentMethod)}.`,
    });
    onClose();
  });

  return (
    <FormDialog
      title="Record payment"
      description={`Amount collected on site: ${amount}`}
      action={`Record ${amount}`}
      pending={isPending}
      pendingLabel="Recording..."
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <FormProblem>{problem}</FormProblem>
      <div
        role="radiogroup"
        aria-labelledby={`${formId}-methods`}
        aria-describedby={`${formId}-method`}
        aria-invalid={errors.paymentMethod ? true : undefined}
      >
        <p id={`${formId}-methods`} className="mb-1.5 font-semibold">
          Payment method
        </p>
        <div className="grid grid-cols-2 gap-2">
          {paymentMethods.map((value) => {
            const Icon = icons[value];
            return (
              <label
                key={value}
                className="relative flex min-h-14 cursor-pointer items-center gap-3 rounded-md border border-line-strong px-3 font-medium transition-colors hover:bg-well has-checked:border-ink has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
              >
                <input
                  {...form.register('paymentMethod')}
                  type="radio"
                  value={value}
                  className="sr-only"
                />
                <Icon className="size-5 shrink-0" aria-hidden />
                <span className="first-letter:uppercase">{paymentMethodText(value)}</span>
              </label>
            );
          })}
        </div>
        <div className="mt-1.5">
          <FieldError id={`${formId}-method`}>{errors.paymentMethod?.message}</FieldError>
        </div>
      </div>
      <Field
        label="Transaction ID"
        optional
        hint="From the terminal's receipt or the bank, if there is one."
        error={errors.transactionId?.message}
      >
        {(control) => (
          <TextInput
            {...control}
            {...form.register('transactionId')}
            autoComplete="off"
            maxLength={textLimits.transactionId}
          />
        )}
      </Field>
    </FormDialog>
  );
}
