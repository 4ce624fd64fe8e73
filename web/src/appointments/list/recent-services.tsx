import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { displayId } from '@curbwrench/contract/fields/display-id';
import { paymentStatusLabels } from '@curbwrench/contract/payments/payment-status';
import { Link } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { getErrorMessage } from '../../api/api-error.ts';
import { usePages } from '../../api/pages.ts';
import { DayLabel } from '../../business/day-label.tsx';
import { useMoney } from '../../business/money.ts';
import { paths } from '../../paths.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Money } from '../../ui/money.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RestoreFocus } from '../../ui/restore-focus.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { TableSkeleton } from '../../ui/table-skeleton.tsx';
import { getServiceName, getVehicleName } from '../card/job-fields.tsx';
import { StatusBadge } from '../card/status-badge.tsx';
import { appointmentPages } from '../queries.ts';
import { BookAgainLink } from './book-again-link.tsx';

/** The query for the customer's completed appointments, newest first, five per page. */
export const recentServicesQuery = appointmentPages({ status: ['completed'], sort: '-date' }, 5);

/** Shows the customer's completed services, newest first, and whether they are paid. */
export function RecentServices() {
  const { query, more } = usePages({ ...recentServicesQuery, idOf: ({ id }) => id });
  const money = useMoney();
  return (
    <Panel
      title="Recent Services"
      flush
      action={
        <Link
          to={paths.appointments}
          search={{ tab: 'past' }}
          className="link -my-2 inline-flex min-h-touch items-center text-sm font-semibold"
        >
          View service history
        </Link>
      }
    >
      <Loaded
        query={query}
        skeleton={<TableSkeleton rows={3} />}
        failure="We couldn't load your recent services."
        getCause={getErrorMessage}
      >
        {(appointments) =>
          appointments.length === 0 ? (
            <EmptyState icon={<History aria-hidden />}>
              You don't have any completed services yet.
            </EmptyState>
          ) : (
            <RestoreFocus>
              <DataTable
                label="Recent Services"
                columns={getColumns(money)}
                rows={appointments}
                getKey={(appointment) => appointment.id}
              />
              <div className="border-t border-line empty:hidden">
                <ShowMore noun="services" more={more} />
              </div>
            </RestoreFocus>
          )
        }
      </Loaded>
    </Panel>
  );
}

function getColumns(money: ReturnType<typeof useMoney>): readonly Column<Appointment>[] {
  return [
    {
      header: 'Service',
      width: 'w-[28%]',
      cell: (appointment) => (
        <Link
          to={paths.appointment}
          params={{ id: String(appointment.id) }}
          aria-label={`View Details for ${displayId(appointment.id)}, ${getServiceName(appointment)}`}
          className="link -my-2.5 inline-block py-2.5 font-semibold"
        >
          {getServiceName(appointment)}
        </Link>
      ),
      stacked: '@max-2xl:col-start-1 @max-2xl:row-start-1',
    },
    {
      header: 'Vehicle',
      width: 'w-[29%]',
      cell: (appointment) => getVehicleName(appointment.vehicle),
      stacked: '@max-2xl:col-start-1 @max-2xl:row-start-2 @max-2xl:text-ink-soft',
    },
    {
      header: 'Date',
      cell: (appointment) => (
        <span className="figures flex flex-col items-start whitespace-nowrap">
          <DayLabel date={appointment.date} />
          <BookAgainLink
            appointment={appointment}
            className="link -mb-2.5 inline-flex min-h-touch items-center gap-1.5 text-sm font-semibold text-ink"
          />
        </span>
      ),
      stacked: '@max-2xl:col-start-1 @max-2xl:row-start-3 @max-2xl:text-ink-soft',
    },
    {
      header: 'Amount',
      align: 'end',
      cell: (appointment) => (
        <Money>{money(appointment.payment?.amount ?? appointment.price)}</Money>
      ),
      stacked: '@max-2xl:col-start-2 @max-2xl:row-start-1',
    },
    {
      header: 'Status',
      cell: (appointment) => (
        <span className="flex flex-col items-start gap-1 @max-2xl:items-end">
          <StatusBadge status={appointment.status} />
          {appointment.payment && <PaymentStatusText status={appointment.payment.status} />}
        </span>
      ),
      stacked: '@max-2xl:col-start-2 @max-2xl:row-start-2 @max-2xl:row-span-2',
    },
  ];
}

/** Shows 'Payment pending', 'Payment failed', or simply 'Paid'. */
function PaymentStatusText({ status }: Pick<NonNullable<Appointment['payment']>, 'status'>) {
  const label = paymentStatusLabels[status];
  return (
    <span className="text-xs whitespace-nowrap text-ink-soft">
      {status === 'completed' ? label : `Payment ${label.toLowerCase()}`}
    </span>
  );
}
