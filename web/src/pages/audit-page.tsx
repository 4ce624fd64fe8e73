import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { ScrollText } from 'lucide-react';
import { getErrorMessage } from '../api/api-error.ts';
import { AuditFilterBar } from '../audit/audit-filter-bar.tsx';
import { AuditRow } from '../audit/audit-row.tsx';
import { parseSubject } from '../audit/audit-text.ts';
import { groupEntries } from '../audit/group-entries.ts';
import { useAuditEntries } from '../audit/queries.ts';
import { paths } from '../paths.ts';
import { readAuditSearch } from '../searches.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { RowList } from '../ui/row-list.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { TableSkeleton } from '../ui/table-skeleton.tsx';

const route = getRouteApi(paths.audit);

/** Shows who changed what, when, and the old and new values. The router shows it only to admins. */
export function AuditPage() {
  const search = route.useSearch();
  const navigate = useNavigate({ from: paths.audit });
  const { query, more } = useAuditEntries({
    actorId: search.actor,
    subject: parseSubject(search.kind),
    from: search.from,
    to: search.to,
  });
  return (
    <>
      <PageHeading title="Audit trail" subtitle="Who changed what, and when." />
      <AuditFilterBar
        search={search}
        onSearchChange={(change) =>
          void navigate({
            search: (before) => readAuditSearch({ ...before, ...change }),
            replace: true,
            resetScroll: false,
          })
        }
      />
      <Loaded
        query={query}
        skeleton={<TableSkeleton rows={6} />}
        failure="We couldn't load the audit trail."
        getCause={getErrorMessage}
      >
        {(entries) =>
          entries.length === 0 ? (
            <EmptyState icon={<ScrollText aria-hidden />}>
              No changes match these filters.
            </EmptyState>
          ) : (
            <>
              <RowList label="Changes">
                {groupEntries(entries).map((group) => (
                  <AuditRow key={group[0].number} entries={group} />
                ))}
              </RowList>
              <ShowMore noun="changes" more={more} />
            </>
          )
        }
      </Loaded>
    </>
  );
}
