import type { AuditSubject } from '@curbwrench/contract/audit/schemas';
import { requestPage } from '../api/request.ts';
import { usePages } from '../api/pages.ts';

const pageSize = 25;

export interface AuditFilters {
  /** Who made the change; undefined for everyone. */
  readonly actorId: string | undefined;
  readonly subject: AuditSubject | undefined;
  /** The first and last days, `yyyy-MM-dd`, inclusive. */
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** Reads the audit trail, newest first, paginated. For admins. */
export function useAuditEntries(filters: AuditFilters) {
  return usePages({
    queryKey: ['audit', filters],
    read: (cursor, signal) =>
      requestPage('listAuditEntries', { query: { ...filters, limit: pageSize, cursor }, signal }),
    idOf: ({ number }) => number,
    // Anyone's action can add an entry.
    staleTime: 0,
  });
}
