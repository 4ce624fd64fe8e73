import { isSearchable } from '@curbwrench/contract/fields/search-text';
import { textLimits } from '@curbwrench/contract/fields/text-limits';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Contact, UserRoundPlus } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { getErrorMessage } from '../api/api-error.ts';
import { ExportMenu } from '../customer-files/export-menu.tsx';
import { CustomerTable } from '../customers/customer-table.tsx';
import { useCustomers } from '../customers/queries.ts';
import { ShortSearchHint } from '../forms/short-search-hint.tsx';
import { lazyComponent } from '../lib/lazy-component.ts';
import { paths } from '../paths.ts';
import { useEffectiveRole } from '../session/queries.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { LazyDialog } from '../ui/lazy-boundary.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { TableSkeleton } from '../ui/table-skeleton.tsx';

const NewCustomerDialog = lazyComponent(
  async () => (await import('../customers/new-customer-dialog.tsx')).NewCustomerDialog,
);

const route = getRouteApi(paths.customers);

/** Lists all customers for the office, with or without an account; the search is in the URL. */
export function CustomersPage() {
  const { search = '' } = route.useSearch();
  const role = useEffectiveRole();
  const navigate = useNavigate({ from: paths.customers });
  const [isAdding, setAdding] = useState(false);
  const text = search.trim();
  // While the text is too short to be searched for, all customers are listed.
  const { query, more } = useCustomers(useDeferredValue(isSearchable(text) ? text : ''));
  return (
    <>
      <PageHeading
        title="Customers"
        subtitle="All your customers, and how to reach them."
        action={
          <div className="flex items-center gap-2">
            <Button
              variant="primary"
              icon={<UserRoundPlus className="size-5" aria-hidden />}
              onClick={() => setAdding(true)}
            >
              New customer
            </Button>
            {role === 'admin' && (
              <Link to={paths.customerImport} className={buttonClass()}>
                Import
              </Link>
            )}
            <ExportMenu />
          </div>
        }
      />
      <SearchInput
        aria-label="Search customers"
        placeholder="Name, phone, email, address, plate, or appointment #"
        maxLength={textLimits.search}
        className="max-w-xl"
        value={search}
        onChange={({ target }) =>
          void navigate({
            search: target.value === '' ? {} : { search: target.value },
            replace: true,
            resetScroll: false,
          })
        }
      />
      {/* Keeps its height, so that the list does not move when the hint appears. */}
      <div className="min-h-8 py-1 text-sm">
        <ShortSearchHint text={text} className="text-ink-soft" />
      </div>
      <Loaded
        query={query}
        skeleton={<TableSkeleton rows={8} />}
        failure="We couldn't load the customers."
        getCause={getErrorMessage}
      >
        {(customers) =>
          customers.length === 0 ? (
            <EmptyState framed icon={<Contact aria-hidden />}>
              {text === ''
                ? 'There are no customers yet. They appear here when they book, or when you book for them.'
                : 'No customers match your search.'}
            </EmptyState>
          ) : (
            <>
              <CustomerTable customers={customers} />
              <ShowMore noun="customers" more={more} />
            </>
          )
        }
      </Loaded>
      {isAdding && (
        <LazyDialog onClose={() => setAdding(false)}>
          <NewCustomerDialog onClose={() => setAdding(false)} />
        </LazyDialog>
      )}
    </>
  );
}
