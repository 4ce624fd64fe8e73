import type { Payment } from '@curbwrench/contract/payments/schemas';
import { paymentServiceText } from '@curbwrench/contract/payments/payment-labels';
import { Link } from '@tanstack/react-router';
import { ReceiptText } from 'lucide-react';
import { getErrorMessage } from '../api/api-error.ts';
import { DayLabel } from '../business/day-label.tsx';
import { useMoney } from '../business/money.ts';
import { useBusiness } from '../business/queries.ts';
import { dateIn } from '../lib/business-time.ts';
import { getFullName, getInitials } from '../lib/people.ts';
import { paths } from '../paths.ts';
import { Avatar } from '../ui/avatar.tsx';
import { classNames } from '../ui/class-names.ts';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { EmailAddress } from '../ui/email-address.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Money } from '../ui/money.tsx';
import { Panel } from '../ui/panel.tsx';
import { TableSkeleton } from '../ui/table-skeleton.tsx';
import { PaymentBadge } from './payment-badge.tsx';
import { useRecentPayments } from './queries.ts';
import { ReceiptButton } from './receipt-button.tsx';

/** The maximum number of rows. */
const rowLimit = 4;

/** Lists the most recent payments. */
export function RecentTransactions() {
  const query = useRecentPayments(rowLimit);
  const { timeZone } = useBusiness();
  const money = useMoney();
  return (
    <Panel
      title="Recent Transactions"
      flush
      action={
        <Link
          to={paths.payments}
          className="link -my-2 inline-flex min-h-touch items-center text-sm font-semibold"
        >
          View All<span className="sr-only"> transactions</span>
        </Link>
      }
    >
      <Loaded
        query={query}
        skeleton={<TableSkeleton rows={rowLimit} />}
        failure="We couldn't load the transactions."
        getCause={getErrorMessage}
      >
        {(payments) =>
          payments.length === 0 ? (
            <EmptyState icon={<ReceiptText aria-hidden />}>
              No transactions recorded yet.
            </EmptyState>
          ) : (
            <DataTable
              label="Recent Transactions"
              columns={getColumns(timeZone, money)}
              rows={payments}
              getKey={(payment) => payment.id}
              wide
            />
          )
        }
      </Loaded>
    </Panel>
  );
}

function getColumns(
  timeZone: string,
  money: ReturnType<typeof useMoney>,
): readonly Column<Payment>[] {
  return [
    {
      header: 'Customer',
      width: 'w-[56%]',
      cell: ({ customer }) => (
        <span className="flex min-w-0 items-center gap-3">
          <Avatar initials={getInitials(customer)} size="sm" />
          <span className="min-w-0">
            <span className="block font-semibold wrap-anywhere @4xl:truncate">
              {getFullName(customer) || 'Unknown Customer'}
            </span>
            <span className="block text-sm text-ink-soft wrap-anywhere @4xl:truncate">
              {customer.email && <EmailAddress address={customer.email} />}
            </span>
          </span>
        </span>
      ),
      // As wide as both columns: a name and an address need the space.
      stacked: '@max-4xl:col-span-2 @max-4xl:col-start-1 @max-4xl:row-start-1',
    },
    {
      header: 'Service',
      width: 'w-[44%]',
      cell: (payment) => (
        <span title={paymentServiceText(payment)} className="block wrap-anywhere @5xl:truncate">
          {paymentServiceText(payment)}
        </span>
      ),
      stacked: '@max-4xl:col-start-1 @max-4xl:row-start-2',
    },
    {
      header: 'Date',
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} className="figures whitespace-nowrap">
          <DayLabel date={dateIn(timeZone, createdAt)} />
        </time>
      ),
      stacked: '@max-4xl:col-start-1 @max-4xl:row-start-3 @max-4xl:text-ink-soft',
    },
    {
      header: 'Amount',
      align: 'end',
      cell: ({ amount }) => <Money>{money(amount)}</Money>,
      stacked: '@max-4xl:col-start-2 @max-4xl:row-start-2',
    },
    {
      header: 'Status',
      cell: ({ status }) => <PaymentBadge status={status} />,
      stacked: '@max-4xl:col-start-2 @max-4xl:row-start-3 @max-4xl:justify-self-end',
    },
    {
      header: 'Actions',
      cell: ({ id }) => (
        <span className="block @4xl:-my-0.5">
          <ReceiptButton paymentId={id} label="View Receipt" />
        </span>
      ),
      // Next to the other cells where there is room.
      stacked: classNames(
        '@max-2xl:col-start-1 @max-2xl:row-start-4 @max-2xl:pt-2',
        '@2xl:@max-4xl:col-start-3 @2xl:@max-4xl:row-start-1 @2xl:@max-4xl:row-span-3 @2xl:@max-4xl:self-center @2xl:@max-4xl:pl-2',
      ),
    },
  ];
}
