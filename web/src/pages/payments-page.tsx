import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { isCalendarDate } from '@curbwrench/contract/fields/calendar';
import { paymentStatuses } from '@curbwrench/contract/payments/payment-status';
import type { Role } from '@curbwrench/contract/people/roles';
import { CreditCard } from 'lucide-react';
import { useCallback } from 'react';
import { getErrorMessage } from '../api/api-error.ts';
import { paths } from '../paths.ts';
import { PaymentStats } from '../payments/payment-stats.tsx';
import { defaultSort } from '../payments/payment-sorting.ts';
import { PaymentTable } from '../payments/payment-table.tsx';
import { PaymentToolbar } from '../payments/payment-toolbar.tsx';
import { usePayments } from '../payments/queries.ts';
import { readPaymentsSearch, type PaymentsSearch } from '../searches.ts';
import { useSignedInUser } from '../session/queries.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { RestoreFocus } from '../ui/restore-focus.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { TableSkeleton } from '../ui/table-skeleton.tsx';

const route = getRouteApi(paths.payments);

const subtitles: Record<Role, string> = {
  customer: "What you've paid and what's still due.",
  mechanic: "What customers have paid for your jobs and what's still due.",
  service_advisor: "What customers have paid and what's still due.",
  admin: "What customers have paid and what's still due.",
};

/** Lists the payments that the viewer can see: what was paid, by whom, and how. */
export function PaymentsPage() {
  const { role } = useSignedInUser();
  const isAdmin = role === 'admin';
  const search = restrictSearch(isAdmin, route.useSearch());
  const { sort = defaultSort } = search;
  const paidOn =
    search.paidOn !== undefined && isCalendarDate(search.paidOn) ? search.paidOn : undefined;
  const status = paymentStatuses.find((candidate) => candidate === search.status);
  const navigate = useNavigate({ from: paths.payments });
  const { query, more } = usePayments({ status, search: search.search ?? '', sort, paidOn });
  const change = useCallback(
    (part: { [Key in keyof PaymentsSearch]: PaymentsSearch[Key] | undefined }) =>
      void navigate({
        search: (before) => readPaymentsSearch({ ...before, ...part }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  const isFiltered = status !== undefined || search.search !== undefined || paidOn !== undefined;
  return (
    <>
      <PageHeading title="Payments" subtitle={subtitles[role]} />
      <PaymentStats />
      <PaymentToolbar
        search={search}
        paidOn={paidOn}
        onSearchChange={change}
        hasCustomerControls={isAdmin}
      />
      <section
        aria-label="Payments"
        className="overflow-hidden rounded-lg border border-line bg-sheet"
      >
        {/* The button that clears the filters disappears when it is pressed; focus then moves to the list. */}
        <RestoreFocus>
          <Loaded
            query={query}
            skeleton={<TableSkeleton rows={6} />}
            failure="We couldn't load the payments."
            getCause={getErrorMessage}
          >
            {(payments) =>
              payments.length === 0 ? (
                <EmptyState
                  icon={<CreditCard aria-hidden />}
                  action={
                    isFiltered && (
                      <Button
                        onClick={() =>
                          change({ status: undefined, search: undefined, paidOn: undefined })
                        }
                      >
                        Show all payments
                      </Button>
                    )
                  }
                >
                  {isFiltered ? 'No payments match these filters.' : 'No payments yet.'}
                </EmptyState>
              ) : (
                <div
                  aria-busy={query.isPlaceholderData}
                  className={classNames(
                    'transition-opacity',
                    query.isPlaceholderData && 'opacity-60',
                  )}
                >
                  <PaymentTable
                    payments={payments}
                    sort={sort}
                    onSort={(next) => change({ sort: next })}
                  />
                </div>
              )
            }
          </Loaded>
        </RestoreFocus>
      </section>
      <ShowMore noun="payments" more={more} />
    </>
  );
}

/** Removes searching and sorting by customer for everyone but admins, regardless of the URL. */
function restrictSearch(isAdmin: boolean, urlSearch: PaymentsSearch): PaymentsSearch {
  if (isAdmin) return urlSearch;
  const { search: _, sort, ...rest } = urlSearch;
  return sort === undefined || sort.endsWith('customer') ? rest : { ...rest, sort };
}
