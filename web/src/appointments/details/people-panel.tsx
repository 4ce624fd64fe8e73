import type { AppointmentDetails } from '@curbwrench/contract/appointments/schemas';
import { Link } from '@tanstack/react-router';
import { MessageSquareText } from 'lucide-react';
import type { ReactNode } from 'react';
import { getInitials } from '../../lib/people.ts';
import { paths } from '../../paths.ts';
import { useEffectiveRole } from '../../session/queries.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { CallCustomer } from '../card/call-customer.tsx';
import {
  getCustomerName,
  getCustomerNumber,
  missingMechanicLabelsForCustomers,
  getMechanicName,
  missingMechanicLabelsForStaff,
} from '../card/job-fields.tsx';

interface PeoplePanelProps {
  appointment: AppointmentDetails;
  className?: string;
}

/**
 * Shows the people involved in an appointment: customers see the mechanic, mechanics see the customer, and the
 * office sees both.
 */
export function PeoplePanel({ appointment, className }: PeoplePanelProps) {
  const role = useEffectiveRole();
  const isOfficeStaff = role === 'admin' || role === 'service_advisor';
  const title = isOfficeStaff ? 'People' : role === 'mechanic' ? 'Customer' : 'Your mechanic';
  return (
    <Panel title={title} {...(className !== undefined && { className })}>
      <div className="grid gap-5">
        {role !== 'customer' && <Customer appointment={appointment} showRole={isOfficeStaff} />}
        {role !== 'mechanic' && <Mechanic appointment={appointment} showRole={isOfficeStaff} />}
      </div>
    </Panel>
  );
}

interface PersonProps {
  appointment: AppointmentDetails;
  /** Whether to label the person as the customer or the mechanic. */
  showRole: boolean;
}

function Customer({ appointment, showRole }: PersonProps) {
  const { customer, customerId } = appointment;
  return (
    <div className="grid gap-3">
      <Person
        roleLabel={showRole ? 'Customer' : null}
        name={getCustomerName(appointment)}
        avatar={<Avatar initials={getInitials(customer)} imageUrl={customer.profileImageUrl} />}
      >
        <p className="figures text-sm text-ink-soft">{getCustomerNumber(customerId)}</p>
        {customer.phone && <p className="figures text-sm text-ink-soft">{customer.phone}</p>}
        <EmailLink address={customer.email} />
      </Person>
      <div className="flex flex-col flex-wrap gap-2 sm:flex-row">
        <CallCustomer customer={customer} />
        {showRole && <MessageLink search={{ customer: customerId }}>Send Message</MessageLink>}
      </div>
    </div>
  );
}

function Mechanic({ appointment, showRole }: PersonProps) {
  const { mechanic } = appointment;
  const name = getMechanicName(
    appointment,
    showRole ? missingMechanicLabelsForStaff : missingMechanicLabelsForCustomers,
  );
  return (
    <div className="grid gap-3">
      <Person
        roleLabel={showRole ? 'Mechanic' : null}
        name={name}
        avatar={
          mechanic && (
            <Avatar initials={getInitials(mechanic)} imageUrl={mechanic.profileImageUrl} />
          )
        }
      >
        <EmailLink address={mechanic?.email ?? null} />
      </Person>
      <div className="flex flex-col sm:flex-row">
        {showRole ? (
          mechanic && <MessageLink search={{ mechanic: mechanic.id }}>Send Message</MessageLink>
        ) : (
          <MessageLink search={{}}>Message the office</MessageLink>
        )}
      </div>
    </div>
  );
}

/** Links to the conversation with a person, or to the viewer's own conversation with the office. */
function MessageLink({
  search,
  children,
}: {
  search: { customer?: string; mechanic?: string };
  children: string;
}) {
  return (
    <Link to={paths.chatSupport} search={search} className={buttonClass()}>
      <MessageSquareText className="size-5 shrink-0" aria-hidden />
      {children}
    </Link>
  );
}

interface PersonDetailsProps {
  roleLabel: string | null;
  name: string;
  avatar: ReactNode;
  children: ReactNode;
}

function Person({ roleLabel, name, avatar, children }: PersonDetailsProps) {
  return (
    <div className="flex min-w-0 items-start gap-3">
      {avatar}
      <div className="min-w-0">
        {roleLabel !== null && <p className="text-sm text-ink-soft">{roleLabel}</p>}
        <p className="font-semibold wrap-anywhere">{name}</p>
        {children}
      </div>
    </div>
  );
}

function EmailLink({ address }: { address: string | null }) {
  if (!address) return null;
  return (
    <a
      href={`mailto:${address}`}
      className="link -mb-2.5 inline-flex min-h-touch max-w-full items-center text-sm wrap-anywhere"
    >
      {address}
    </a>
  );
}
