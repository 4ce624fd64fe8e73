import { displayDayHeading } from '@curbwrench/contract/fields/calendar';
import type { Customer } from '@curbwrench/contract/customers/schemas';
import { Link } from '@tanstack/react-router';
import { useToday } from '../business/today.ts';
import { getFullName } from '../lib/people.ts';
import { telephoneUrl } from '../lib/telephone.ts';
import { paths } from '../paths.ts';
import { DataTable, type Column } from '../ui/data-table.tsx';

/** Lists customers with their phone number, address, vehicles, and last and next appointment. */
export function CustomerTable({ customers }: { customers: readonly Customer[] }) {
  const today = useToday();
  return (
    <div className="rounded-lg border border-line bg-sheet">
      <DataTable
        label="Customers"
        dense
        columns={getColumns(today)}
        rows={customers}
        getKey={({ id }) => id}
      />
    </div>
  );
}

function getColumns(today: string): readonly Column<Customer>[] {
  return [
    {
      header: 'Name',
      cell: (customer) => (
        <Link
          to={paths.customer}
          params={{ id: customer.id }}
          className="link flex min-h-touch items-center font-semibold wrap-anywhere"
        >
          {getFullName(customer) || 'No name'}
        </Link>
      ),
      stacked: '@max-4xl:col-start-1 @max-4xl:row-start-1',
    },
    {
      header: 'Phone',
      cell: ({ phone }) =>
        phone === null ? (
          <Missing>No phone</Missing>
        ) : (
          <a
            href={telephoneUrl(phone)}
            className="link figures flex min-h-touch items-center whitespace-nowrap"
          >
            {phone}
          </a>
        ),
      stacked: '@max-4xl:col-start-2 @max-4xl:row-start-1 @max-4xl:justify-self-end',
    },
    {
      header: 'Address',
      width: 'w-1/3',
      cell: ({ address }) =>
        address === null ? (
          <Missing>No address</Missing>
        ) : (
          <span className="block truncate @max-4xl:text-sm" title={address}>
            {address}
          </span>
        ),
      stacked: '@max-4xl:col-span-full',
    },
    {
      header: 'Vehicles',
      width: 'w-1/4',
      cell: ({ vehicles }) => <Vehicles vehicles={vehicles} />,
      stacked: '@max-4xl:col-span-full',
    },
    {
      header: 'Last visit',
      cell: ({ lastAppointment }) => (
        <Visit label="Last visit" visit={lastAppointment} today={today} />
      ),
      stacked: '@max-4xl:col-start-1',
    },
    {
      header: 'Next visit',
      cell: ({ nextAppointment }) => (
        <Visit label="Next visit" visit={nextAppointment} today={today} />
      ),
      stacked: '@max-4xl:justify-self-end',
    },
  ];
}

function Vehicles({ vehicles }: Pick<Customer, 'vehicles'>) {
  const [first, ...others] = vehicles;
  if (!first) return <Missing>No vehicle</Missing>;
  const { year, make, model, plateNumber } = first;
  const text = `${year} ${make} ${model}${plateNumber === null ? '' : ` (${plateNumber})`}`;
  return (
    <span className="flex min-w-0 gap-1.5 @max-4xl:text-sm">
      <span className="truncate" title={text}>
        {text}
      </span>
      {others.length > 0 && <span className="shrink-0 text-ink-soft">+{others.length}</span>}
    </span>
  );
}

interface VisitProps {
  label: string;
  visit: Customer['lastAppointment'];
  today: string;
}

function Visit({ label, visit, today }: VisitProps) {
  if (visit === null) return <span className="text-ink-faint @max-4xl:hidden">None</span>;
  return (
    <Link
      to={paths.appointment}
      params={{ id: String(visit.id) }}
      className="link figures inline-flex min-h-touch items-center whitespace-nowrap @max-md:flex-col @max-md:items-start @max-md:justify-center @max-4xl:text-sm"
    >
      <span className="pr-1 @4xl:sr-only">{label}:</span>
      {displayDayHeading(visit.date, today)}
    </Link>
  );
}

function Missing({ children }: { children: string }) {
  return <span className="text-ink-faint @max-4xl:hidden">{children}</span>;
}
