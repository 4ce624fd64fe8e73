import { paymentMethods, type PaymentMethod } from '@curbwrench/contract/payment-actions';
import { paymentMethodText } from '@curbwrench/contract/payment-words';
import { paymentRecord, type Payment } from '@curbwrench/contract/payments';
import { textLimits } from '@curbwrench/contract/text-limits';
import { Banknote, CreditCard, Landmark, Wallet, type LucideIcon } from 'lucide-react';
import { useId, useState, type SubmitEvent } from 'react';
import { useMoney } from '../business/money.ts';
import { Field, FieldError } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { showToast } from '../ui/toast-store.ts';
import { fieldProblems, focusFirstProblem, refusalOf, type Problems } from './form-problems.ts';
import { PaymentProblem } from './payment-problem.tsx';
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

/** How it was paid, by one press, and what the terminal or the bank calls it. */
export function RecordDialog({ payment, onClose }: RecordDialogProps) {
  const formId = useId();
  const amount = useMoney()(payment.amount);
  const [method, setMethod] = useState<PaymentMethod>();
  const [transactionId, setTransactionId] = useState('');
  const [problems, setProblems] = useState<Problems>({});
  const record = useRecordPayment(payment.id, {
    onSuccess: () => {
      showToast({
        title: 'Payment recorded',
        description: `${amount}, ${paymentMethodText(method ?? null)}.`,
      });
      onClose();
    },
  });

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (record.isPending) return;
    const form = event.currentTarget;
    const found = fieldProblems(paymentRecord, { paymentMethod: method, transactionId });
    setProblems(found);
    if (method === undefined || Object.keys(found).length > 0) {
      focusFirstProblem(form);
      return;
    }
    record.mutate({ paymentMethod: method, transactionId });
  }

  const shown = { ...problems, ...refusalOf(record.error).fields };
  return (
    <FormDialog
      title="Record payment"
      description={`${amount}, paid on site.`}
      action={`Record ${amount}`}
      pending={record.isPending}
      pendingLabel="Recording..."
      onSubmit={submit}
      onClose={onClose}
    >
      <PaymentProblem error={record.error} />
      <div
        role="radiogroup"
        aria-labelledby={`${formId}-methods`}
        aria-describedby={`${formId}-method`}
        aria-invalid={shown['paymentMethod'] ? true : undefined}
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
                  type="radio"
                  name={`${formId}-method`}
                  value={value}
                  checked={method === value}
                  onChange={() => {
                    setMethod(value);
                    setProblems({});
                  }}
                  className="sr-only"
                />
                <Icon className="size-5 shrink-0" aria-hidden />
                <span className="first-letter:uppercase">{paymentMethodText(value)}</span>
              </label>
            );
          })}
        </div>
        <div className="mt-1.5">
          <FieldError id={`${formId}-method`}>{shown['paymentMethod']}</FieldError>
        </div>
      </div>
      <Field
        label="Transaction ID"
        optional
        hint="From the terminal's slip or the bank, if there is one."
        error={shown['transactionId']}
      >
        {(control) => (
          <TextInput
            {...control}
            value={transactionId}
            autoComplete="off"
            maxLength={textLimits.transactionId}
            onChange={(event) => setTransactionId(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}
