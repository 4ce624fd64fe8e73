import type { CustomerRecord } from '@curbwrench/contract/customers/schemas';
import { displayDate } from '@curbwrench/contract/fields/calendar';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { CalendarPlus, Merge, MessageSquare, Pencil, Plus, SearchX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ApiError, getErrorMessage } from '../api/api-error.ts';
import type { PageLoader } from '../api/lazy-page.ts';
import { useBusiness } from '../business/queries.ts';
import { CustomerAppointments, CustomerPayments } from '../customer-records/customer-history.tsx';
import { CustomerPlan } from '../customer-records/customer-plan.tsx';
import { customerQuery } from '../customers/queries.ts';
import { SameEmailNotice } from '../customers/same-email-notice.tsx';
import { useTabTitle } from '../layout/page-title.ts';
import { dateIn } from '../lib/business-time.ts';
import { useSignedInUser } from '../session/queries.ts';
import { lazyComponent } from '../lib/lazy-component.ts';
import { getFullName } from '../lib/people.ts';
import { telephoneUrl } from '../lib/telephone.ts';
import { CustomerSmsConsentSection } from '../texting/customer-sms-consent-section.tsx';
import { paths } from '../paths.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { EmailAddress } from '../ui/email-address.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { LazyDialog } from '../ui/lazy-boundary.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Menu } from '../ui/menu.tsx';
import { BackLink } from '../layout/back-link.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { Panel } from '../ui/panel.tsx';
import { TableSkeleton } from '../ui/table-skeleton.tsx';
import { showToast } from '../ui/toast-store.ts';

const MergeDialog = lazyComponent(
  async () => (await import('../customers/merge-dialog.tsx')).MergeDialog,
);
const VehicleDialog = lazyComponent(
  async () => (await import('../vehicles/vehicle-dialog.tsx')).VehicleDialog,
);
const EditCustomerDialog = lazyComponent(
  async () => (await import('../customers/edit-customer-dialog.tsx')).EditCustomerDialog,
);

export const loader: PageLoader = ({ read, location }) => {
  read(customerQuery(location.pathname.split('/').at(-1) ?? ''));
};

/** Shows the office everything about one customer. */
export function CustomerPage() {
  const { id } = useParams({ from: paths.customer });
  const query = useQuery(customerQuery(id));
  // A 400 means that the id in the URL is not valid.
  const isMissing = query.error instanceof ApiError && [400, 404].includes(query.error.status);
  return (
    <>
      <BackLink to={paths.customers}>Customers</BackLink>
      {isMissing ? (
        <CustomerNotFound />
      ) : (
        <Loaded
          query={query}
          skeleton={<TableSkeleton rows={6} />}
          failure="We couldn't load this customer."
          getCause={getErrorMessage}
        >
          {(customer) =>
            customer.id === id ? (
              <CustomerView key={id} customer={customer} />
            ) : (
              <MergedCustomerRedirect key={id} customer={customer} />
            )
          }
        </Loaded>
      )}
    </>
  );
}

/** Redirects from a merged customer's page to the page of the customer whose record was kept. */
function MergedCustomerRedirect({ customer }: { customer: CustomerRecord }) {
  const navigate = useNavigate();
  const { id } = customer;
  const name = getFullName(customer);
  useEffect(() => {
    showToast({ title: `This customer was merged into ${name}.` });
    void navigate({ to: paths.customer, params: { id }, replace: true });
  }, [navigate, id, name]);
  return <TableSkeleton rows={6} />;
}

function CustomerView({ customer }: { customer: CustomerRecord }) {
  const [isEditing, setEditing] = useState(false);
  const [isMerging, setMerging] = useState(false);
  const { role } = useSignedInUser();
  const { timeZone } = useBusiness();
  const name = getFullName(customer) || 'Customer';
  useTabTitle(name);
  const since = displayDate(dateIn(timeZone, customer.createdAt));
  return (
    <>
      <PageHeading
        title={name}
        subtitle={`${getAccountText(customer)} · Customer since ${since}`}
        action={
          <span className="flex flex-wrap gap-2">
            <Button
              icon={<Pencil className="size-5" aria-hidden />}
              onClick={() => setEditing(true)}
            >
              Edit
            </Button>
            <Link
              to={paths.chatSupport}
              search={{ customer: customer.id }}
              className={buttonClass()}
            >
              <MessageSquare className="size-5" aria-hidden />
              Messages
            </Link>
            <Link
              to={paths.bookService}
              search={{ customer: customer.id }}
              className={buttonClass({ variant: 'primary' })}
            >
              <CalendarPlus className="size-5" aria-hidden />
              Book
            </Link>
            {role === 'admin' && (
              <Menu
                label="More actions"
                items={[
                  {
                    label: 'Merge with another customer',
                    icon: <Merge aria-hidden />,
                    onSelect: () => setMerging(true),
                  },
                ]}
              />
            )}
          </span>
        }
      />
      <SameEmailNotice customer={customer} />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,5fr)] lg:gap-6">
        <div className="grid min-w-0 gap-5 lg:gap-6">
          <Contact customer={customer} />
          <Notes notes={customer.notes} />
          <Vehicles customer={customer} />
          <CustomerPlan customerId={customer.id} />
        </div>
        <div className="grid min-w-0 gap-5 lg:gap-6">
          <CustomerAppointments customerId={customer.id} />
          <CustomerPayments customerId={customer.id} />
        </div>
      </div>
      {isMerging && (
        <LazyDialog onClose={() => setMerging(false)}>
          <MergeDialog customer={customer} onClose={() => setMerging(false)} />
        </LazyDialog>
      )}
      {isEditing && (
        <LazyDialog onClose={() => setEditing(false)}>
          <EditCustomerDialog customer={customer} onClose={() => setEditing(false)} />
        </LazyDialog>
      )}
    </>
  );
}

function Contact({ customer }: { customer: CustomerRecord }) {
  const { id, phone, otherPhones, email, addresses } = customer;
  const phones = phone === null ? otherPhones : [phone, ...otherPhones];
  return (
    <Panel title="Contact">
      <dl className="grid gap-3">
        <div>
          <dt className="text-sm text-ink-faint">Phone</dt>
          {phones.length === 0 && <dd className="text-ink-soft">No phone number</dd>}
          {phones.map((number) => (
            <dd key={number}>
              <a
                href={telephoneUrl(number)}
                className="link figures inline-flex min-h-touch items-center font-medium"
              >
                {number}
              </a>
            </dd>
          ))}
        </div>
        <div>
          <dt className="text-sm text-ink-faint">Text messages</dt>
          <dd>
            <CustomerSmsConsentSection customerId={id} />
          </dd>
        </div>
        <div>
          <dt className="text-sm text-ink-faint">Email</dt>
          <dd className="font-medium wrap-anywhere">
            {email === null ? (
              <span className="font-normal text-ink-soft">No email</span>
            ) : (
              <EmailAddress address={email} />
            )}
          </dd>
        </div>
        <div>
          <dt className="text-sm text-ink-faint">
            {addresses.length > 1 ? 'Addresses, most recent first' : 'Address'}
          </dt>
          {addresses.length === 0 && <dd className="text-ink-soft">No address yet</dd>}
          {addresses.map((address) => (
            <dd key={address} className="mt-0.5 wrap-anywhere">
              {address}
            </dd>
          ))}
        </div>
      </dl>
    </Panel>
  );
}

function Notes({ notes }: Pick<CustomerRecord, 'notes'>) {
  return (
    <Panel title="Office notes" subtitle="Only advisors and admins can see them.">
      {notes === null ? (
        <p className="text-ink-soft">No notes yet.</p>
      ) : (
        <p className="wrap-anywhere whitespace-pre-line">{notes}</p>
      )}
    </Panel>
  );
}

function Vehicles({ customer: { id: customerId, vehicles } }: { customer: CustomerRecord }) {
  const [isAdding, setAdding] = useState(false);
  return (
    <Panel
      title="Vehicles"
      flush={vehicles.length > 0}
      action={
        <Button
          size="sm"
          icon={<Plus className="size-4" aria-hidden />}
          onClick={() => setAdding(true)}
        >
          Add vehicle
        </Button>
      }
    >
      {vehicles.length === 0 ? (
        <p className="text-ink-soft">No vehicles yet.</p>
      ) : (
        <ul aria-label="Vehicles" className="divide-y divide-line">
          {vehicles.map(({ id, year, make, model, plateNumber }) => (
            <li key={id} className="flex min-h-touch items-center gap-3 px-4 py-2 sm:px-5">
              <Link
                to={paths.vehicle}
                params={{ id: String(id) }}
                className="link inline-flex min-h-touch min-w-0 flex-1 items-center font-medium wrap-anywhere"
              >
                {year} {make} {model}
              </Link>
              <span className="figures text-sm text-ink-soft">{plateNumber ?? 'No plate'}</span>
            </li>
          ))}
        </ul>
      )}
      {isAdding && (
        <LazyDialog onClose={() => setAdding(false)}>
          <VehicleDialog vehicle={null} customerId={customerId} onClose={() => setAdding(false)} />
        </LazyDialog>
      )}
    </Panel>
  );
}

function getAccountText({ hasAccount, active }: CustomerRecord): string {
  if (!hasAccount) return 'No account';
  return active ? 'Has an account' : 'Account deactivated';
}

function CustomerNotFound() {
  return (
    <>
      <PageHeading title="Customer not found" />
      <EmptyState framed icon={<SearchX aria-hidden />}>
        This customer doesn't exist, or their data was deleted.
      </EmptyState>
    </>
  );
}
