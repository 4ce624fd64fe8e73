import { displayTime } from '@curbwrench/contract/fields/calendar';
import { displayId } from '@curbwrench/contract/fields/display-id';
import { paymentServiceText } from '@curbwrench/contract/payments/payment-labels';
import { Link } from '@tanstack/react-router';
import { CalendarDays, ReceiptText } from 'lucide-react';
import type { ReactNode } from 'react';
import { getErrorMessage } from '../api/api-error.ts';
import type { Pages } from '../api/pages.ts';
import { StatusBadge } from '../appointments/card/status-badge.tsx';
import { useAppointmentPages } from '../appointments/queries.ts';
import { DayLabel } from '../business/day-label.tsx';
import { useMoney } from '../business/money.ts';
import { useBusiness } from '../business/queries.ts';
import { dateIn } from '../lib/business-time.ts';
import { paths } from '../paths.ts';
import { PaymentBadge } from '../payments/payment-badge.tsx';
import { usePayments } from '../payments/queries.ts';
import { ReceiptButton } from '../payments/receipt-button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Panel } from '../ui/panel.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { TableSkeleton } from '../ui/table-skeleton.tsx';

const pageSize = 10;

/** Lists a customer's appointments, newest first. */
export function CustomerAppointments({ customerId }: { customerId: string }) {
  const pages = useAppointmentPages({ customerId, sort: '-date' }, { pageSize });
  return (
    <HistoryPanel
      title="Appointments"
      pages={pages}
      empty={<EmptyState icon={<CalendarDays aria-hidden />}>No appointments yet.</EmptyState>}
    >
      {({ id, date, startTime, service, vehicle, mechanic, status }) => (
        <li
          key={id}
          className="flex min-h-touch flex-wrap items-center gap-x-4 gap-y-0.5 px-4 pt-1.5 pb-2.5 sm:py-1.5 sm:px-5"
        >
          <Link
            to={paths.appointment}
            params={{ id: String(id) }}
            className="link figures inline-flex min-h-touch w-16 items-center text-sm font-semibold"
          >
            {displayId(id)}
          </Link>
          <span className="figures text-sm max-sm:grow max-sm:basis-3/5 sm:w-44 sm:whitespace-nowrap">
            <DayLabel date={date} />
            <span className="text-ink-soft sm:block">
              <span className="sm:sr-only">, </span>
              {displayTime(startTime)}
            </span>
          </span>
          <span className="min-w-40 flex-1 wrap-anywhere">
            <span className="font-medium">{service.name}</span>
            <span className="block text-sm text-ink-soft">
              {vehicle.year} {vehicle.make} {vehicle.model}
              {mechanic && `, ${mechanic.firstName} ${mechanic.lastName}`}
            </span>
          </span>
          <StatusBadge status={status} />
        </li>
      )}
    </HistoryPanel>
  );
}

/** Lists a customer's payments, newest first. */
export function CustomerPayments({ customerId }: { customerId: string }) {
  const pages = usePayments({ status: undefined, search: '', sort: '-date', customerId });
  const { timeZone } = useBusiness();
  const money = useMoney();
  return (
    <HistoryPanel
      title="Payments"
      pages={pages}
      empty={<EmptyState icon={<ReceiptText aria-hidden />}>No payments yet.</EmptyState>}
    >
      {(payment) => (
        <li
          key={payment.id}
          className="grid min-h-touch grid-cols-[1fr_auto] items-center justify-items-start gap-x-4 gap-y-0.5 px-4 pt-1.5 pb-2.5 sm:py-1.5 sm:flex sm:px-5"
        >
          <span className="figures text-sm whitespace-nowrap sm:w-44">
            <DayLabel date={dateIn(timeZone, payment.createdAt)} />
          </span>
          <span className="min-w-32 flex-1 font-medium wrap-anywhere max-sm:row-start-2">
            {paymentServiceText(payment)}
          </span>
          <span className="figures justify-self-end font-medium">{money(payment.amount)}</span>
          <span className="max-sm:justify-self-end">
            <PaymentBadge status={payment.status} />
          </span>
          <ReceiptButton paymentId={payment.id} label="Receipt" />
        </li>
      )}
    </HistoryPanel>
  );
}

interface HistoryPanelProps<Row> {
  title: string;
  pages: Pages<Row>;
  empty: ReactNode;
  children: (row: Row) => ReactNode;
}

function HistoryPanel<Row>({
  title,
  pages: { query, more },
  empty,
  children,
}: HistoryPanelProps<Row>) {
  const noun = title.toLowerCase();
  return (
    <Panel title={title} flush>
      <Loaded
        query={query}
        skeleton={<TableSkeleton rows={4} />}
        failure={`We couldn't load the ${noun}.`}
        getCause={getErrorMessage}
      >
        {(rows) =>
          rows.length === 0 ? (
            empty
          ) : (
            <>
              <ul aria-label={title} className="divide-y divide-line">
                {rows.map(children)}
              </ul>
              <div className="px-4 sm:px-5">
                <ShowMore noun={noun} more={more} />
              </div>
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}
