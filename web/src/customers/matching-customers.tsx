import { normalizePhone } from '@curbwrench/contract/customers/phone-number';
import type { Customer } from '@curbwrench/contract/customers/schemas';
import { Link } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { getFullName } from '../lib/people.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { Callout } from '../ui/callout.tsx';
import { useCustomersByContact } from './queries.ts';

interface MatchingCustomersProps {
  /** The phone number, as entered so far. */
  phone: string;
  email: string;
  /** The customer being edited, whose own phone number and email address are not reported. */
  exceptId?: string;
  /** Called to book for one of these customers instead. If undefined, there are only links to their pages. */
  onUse?: (customer: Customer) => void;
}

/** Shows which customers already have this phone number or email address, with links to their pages. */
export function MatchingCustomers({ phone, email, exceptId, onUse }: MatchingCustomersProps) {
  const number = normalizePhone(useDeferredValue(phone));
  const address = useDeferredValue(email.trim().toLowerCase());
  const byPhone = useCustomersByContact(number === null ? null : { phone: number }).data ?? [];
  const byEmail =
    useCustomersByContact(/^\S+@\S+\.\S+$/.test(address) ? { email: address } : null).data ?? [];
  const matches = [
    ...byPhone.map((customer) => ({ customer, contactLabel: 'phone number' })),
    ...byEmail
      .filter(({ id }) => !byPhone.some((other) => other.id === id))
      .map((customer) => ({ customer, contactLabel: 'email address' })),
  ].filter(({ customer }) => customer.id !== exceptId);
  return (
    <div role="status" className="empty:hidden">
      {matches.length > 0 && (
        <Callout tone="info">
          {matches.map(({ customer, contactLabel }) => (
            <div key={customer.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <p>
                <Link
                  to={paths.customer}
                  params={{ id: customer.id }}
                  className="link font-semibold"
                >
                  {getFullName(customer)}
                </Link>{' '}
                already has this {contactLabel}.
              </p>
              {onUse && (
                <Button size="sm" onClick={() => onUse(customer)}>
                  Book for {getFullName(customer)}
                </Button>
              )}
            </div>
          ))}
        </Callout>
      )}
    </div>
  );
}
