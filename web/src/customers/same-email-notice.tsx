import type { Customer, CustomerRecord } from '@curbwrench/contract/customers/schemas';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { lazyComponent } from '../lib/lazy-component.ts';
import { getFullName } from '../lib/people.ts';
import { paths } from '../paths.ts';
import { useSignedInUser } from '../session/queries.ts';
import { Button } from '../ui/button.tsx';
import { Callout } from '../ui/callout.tsx';
import { LazyDialog } from '../ui/lazy-boundary.tsx';
import { useCustomersByContact } from './queries.ts';

const MergeDialog = lazyComponent(async () => (await import('./merge-dialog.tsx')).MergeDialog);

/**
 * Asks the office to merge customers with the same email address. They are merged automatically only if both have
 * verified the address.
 */
export function SameEmailNotice({ customer }: { customer: CustomerRecord }) {
  const { email } = customer;
  const isAdmin = useSignedInUser().role === 'admin';
  const [other, setOther] = useState<Customer | null>(null);
  const others = useCustomersByContact(email === null ? null : { email }).data ?? [];
  const matches = others.filter(({ id }) => id !== customer.id);
  if (matches.length === 0) return null;
  return (
    <div className="mb-5 lg:mb-6 print:hidden">
      <Callout tone="info" title="Same customer?">
        {matches.map((match) => (
          <div key={match.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <p>
              <Link to={paths.customer} params={{ id: match.id }} className="link font-semibold">
                {getFullName(match)}
              </Link>{' '}
              has the same email address.
              {!isAdmin && " If they're the same person, ask an admin to merge them."}
            </p>
            {isAdmin && (
              <Button size="sm" onClick={() => setOther(match)}>
                Merge
              </Button>
            )}
          </div>
        ))}
      </Callout>
      {other && (
        <LazyDialog onClose={() => setOther(null)}>
          <MergeDialog customer={customer} other={other} onClose={() => setOther(null)} />
        </LazyDialog>
      )}
    </div>
  );
}
