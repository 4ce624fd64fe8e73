import type { AppointmentDetails } from '@curbwrench/contract/appointments/schemas';
import { openStatuses } from '@curbwrench/contract/appointments/lifecycle';
import { useMoney } from '../../business/money.ts';
import { useBusiness } from '../../business/queries.ts';
import { displayInstantIn } from '../../lib/business-time.ts';
import { LineItems } from '../../payments/line-items.tsx';
import { PaymentBadge } from '../../payments/payment-badge.tsx';
import { RecordPayment } from '../../payments/record-payment.tsx';
import { useEffectiveRole } from '../../session/queries.ts';
import { Panel } from '../../ui/panel.tsx';
import { PhoneText } from '../../ui/phone-text.tsx';
import { useNow } from '../../ui/use-now.ts';
import { getCancellationTerms } from './cancellation-terms.ts';

interface PriceAndTermsPanelProps {
  appointment: AppointmentDetails;
  className?: string;
}

/** Shows the price, the payment's status, and the cancellation terms stored at booking. */
export function PriceAndTermsPanel({ appointment, className }: PriceAndTermsPanelProps) {
  const money = useMoney();
  const { timeZone, phone } = useBusiness();
  const isCustomer = useEffectiveRole() === 'customer';
  const { payment, price, changeUntil, cancellationCutoffHours, status } = appointment;
  const isDeadlinePast = useNow() > Date.parse(changeUntil);
  const canChange = openStatuses.some((each) => each === status) && status !== 'in_progress';
  return (
    <Panel title="Price and terms" {...(className !== undefined && { className })}>
      <dl className="grid gap-2">
        <LineItems lines={appointment.lines} label="Total" amount={money(price)} />
        {payment && (
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <dt className="text-ink-soft">Payment</dt>
            <dd className="flex flex-wrap items-center justify-end gap-2">
              <span className="figures font-medium">{money(payment.amount)}</span>
              <PaymentBadge status={payment.status} />
            </dd>
          </div>
        )}
      </dl>
      {payment && (
        <div className="mt-3 empty:hidden">
          <RecordPayment payment={payment} block />
        </div>
      )}
      <p className="mt-3 border-t border-line pt-3 text-sm text-ink-soft">
        <PhoneText>
          {getCancellationTerms({
            isCustomer,
            canChange,
            isDeadlinePast,
            noticeHours: cancellationCutoffHours,
            deadline: displayInstantIn(timeZone, changeUntil),
            phone,
          })}
        </PhoneText>
      </p>
    </Panel>
  );
}
