import { isOfficeRole, type Role } from '@curbwrench/contract/people/roles';
import { displayDate } from '@curbwrench/contract/fields/calendar';
import { toCents } from '@curbwrench/contract/fields/money';
import {
  paymentMethodText,
  paymentServiceText,
} from '@curbwrench/contract/payments/payment-labels';
import type { Payment } from '@curbwrench/contract/payments/schemas';
import { useMoney } from '../business/money.ts';
import { useBusiness } from '../business/queries.ts';
import { dateIn, displayInstantIn } from '../lib/business-time.ts';
import { getFullName, getInitials } from '../lib/people.ts';
import type { PaymentSort } from '../searches.ts';
import { useSignedInUser } from '../session/queries.ts';
import { Avatar } from '../ui/avatar.tsx';
import { classNames } from '../ui/class-names.ts';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { Money } from '../ui/money.tsx';
import { PaymentBadge } from './payment-badge.tsx';
import { PaymentMenu } from './payment-menu.tsx';
import { getSortDirection, toggleSort, type SortableColumn } from './payment-sorting.ts';
import { ReceiptButton } from './receipt-button.tsx';
import { RecordPayment } from './record-payment.tsx';

interface PaymentTableProps {
  payments: readonly Payment[];
  sort: PaymentSort;
  onSort: (sort: PaymentSort) => void;
}

/** Lists payments with the actions for each; stacked as cards on a phone. */
export function PaymentTable({ payments, sort, onSort }: PaymentTableProps) {
  const { role } = useSignedInUser();
  const { timeZone } = useBusiness();
  const money = useMoney();
  const getSort = (column: SortableColumn) => ({
    direction: getSortDirection(column, sort),
    onSort: () => onSort(toggleSort(column, sort)),
  });
  const hasCustomerColumn = isOfficeRole(role);
  const columns = getColumns(timeZone, money, getSort, role);
  return (
    <DataTable
      label="Payments"
      columns={hasCustomerColumn ? [customerColumn(role, getSort), ...columns] : columns}
      rows={payments}
      getKey={(payment) => payment.id}
      wide
    />
  );
}

/** The minimum width of the actions column, with room for all the actions a role can have on a payment. */
const actionsWidth: Partial<Record<Role, string>> = {
  mechanic: '@2xl:@max-4xl:min-w-52',
  admin: '@2xl:@max-4xl:min-w-64',
};

type GetSort = (column: SortableColumn) => NonNullable<Column<Payment>['sort']>;

function getColumns(
  timeZone: string,
  money: ReturnType<typeof useMoney>,
  getSort: GetSort,
  role: Role,
): readonly Column<Payment>[] {
  return [
    {
      header: 'Service',
      width: isOfficeRole(role) ? 'w-[66%]' : 'w-[34%]',
      cell: (payment) => <ServiceName payment={payment} />,
      // The first line of a card is its title: the customer for the office, the service for everyone else.
      stacked: classNames(
        '@max-4xl:col-start-1 @max-4xl:row-start-2',
        !isOfficeRole(role) && '@max-4xl:font-semibold',
      ),
    },
    {
      header: 'Date',
      sort: getSort('date'),
      cell: ({ createdAt }) => (
        <time
          dateTime={createdAt}
          title={displayInstantIn(timeZone, createdAt)}
          className="figures whitespace-nowrap"
        >
          {/* Without the day of the week, because an admin's table has no room for it. */}
          {displayDate(dateIn(timeZone, createdAt))}
        </time>
      ),
      stacked: '@max-4xl:col-start-1 @max-4xl:row-start-3 @max-4xl:text-ink-soft',
    },
    {
      header: 'Amount',
      align: 'end',
      sort: getSort('amount'),
      cell: (payment) => <Amount payment={payment} money={money} />,
      stacked: '@max-4xl:col-start-2 @max-4xl:row-start-1 @max-4xl:row-span-2',
    },
    {
      header: 'Payment Method',
      cell: ({ paymentMethod }) => (
        <span className="inline-block first-letter:uppercase">
          {paymentMethodText(paymentMethod)}
        </span>
      ),
      stacked: '@max-4xl:col-start-1 @max-4xl:row-start-4 @max-4xl:text-ink-soft',
    },
    {
      header: 'Status',
      sort: getSort('status'),
      cell: ({ status }) => <PaymentBadge status={status} />,
      stacked:
        '@max-4xl:col-start-2 @max-4xl:row-start-3 @max-4xl:row-span-2 @max-4xl:justify-self-end @max-4xl:self-center',
    },
    {
      header: 'Actions',
      bare: true,
      cell: (payment) => (
        <span
          className={classNames(
            'flex items-center justify-end gap-2 @4xl:-my-2',
            // Aligns the menu's icon, not the space around it, with the end of the table's text.
            role === 'admin' && '@4xl:-mr-3',
          )}
        >
          <RecordPayment payment={payment} label="Record" size="sm" />
          <ReceiptButton paymentId={payment.id} label="Receipt" />
          {/* Reserves space where there is no menu, so that the other buttons line up. */}
          <span className={classNames(role === 'admin' && '@2xl:min-w-11')}>
            <PaymentMenu payment={payment} />
          </span>
        </span>
      ),
      // Next to the other cells where there is room, with the same width in every row so that the amounts
      // line up.
      stacked: classNames(
        '@max-2xl:col-span-2 @max-2xl:row-start-5 @max-2xl:pt-2',
        '@2xl:@max-4xl:col-start-3 @2xl:@max-4xl:row-start-1 @2xl:@max-4xl:row-span-4 @2xl:@max-4xl:self-center @2xl:@max-4xl:pl-2',
        actionsWidth[role],
      ),
    },
  ];
}

/** Returns the customer column, for those who see everyone's payments; only admins can sort by it. */
function customerColumn(role: Role, getSort: GetSort): Column<Payment> {
  return {
    header: 'Customer',
    width: 'w-[34%]',
    ...(role === 'admin' && { sort: getSort('customer') }),
    cell: ({ customer }) => (
      <span className="flex min-w-0 items-center gap-3">
        <Avatar initials={getInitials(customer)} size="sm" className="@max-6xl:hidden" />
        <span
          title={getFullName(customer)}
          className="min-w-0 font-semibold wrap-anywhere @5xl:truncate"
        >
          {getFullName(customer) || 'Unknown Customer'}
        </span>
      </span>
    ),
    stacked: '@max-4xl:col-start-1 @max-4xl:row-start-1',
  };
}

/** Shows the name of a service, on one line in a wide table and wrapped elsewhere. */
function ServiceName({ payment }: { payment: Payment }) {
  const name = paymentServiceText(payment);
  return (
    <span title={name} className="block wrap-anywhere @5xl:truncate">
      {name}
    </span>
  );
}

function Amount({ payment, money }: { payment: Payment; money: ReturnType<typeof useMoney> }) {
  const { amount, refundedAmount, status } = payment;
  return (
    <>
      <Money>{money(amount)}</Money>
      {status === 'completed' && toCents(refundedAmount) > 0 && (
        <span className="figures block text-sm whitespace-nowrap text-ink-soft">
          {money(refundedAmount)} refunded
        </span>
      )}
    </>
  );
}
