import type { AuditSubject } from '@curbwrench/contract/audit/schemas';
import { callPage } from '../api/call.ts';
import { usePages } from '../api/pages.ts';

const pageLength = 25;

export interface AuditFilters {
  /** Who made the change; undefined for everyone. */
  readonly actorId: string | undefined;
  readonly subject: AuditSubject | undefined;
  /** `yyyy-MM-dd`, both days included. */
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** Reads the audit trail, newest first, page by page. For admins. */
export function useAuditEntries(filters: AuditFilters) {
  return usePages({
    queryKey: ['audit', filters],
    read: (cursor, signal) =>
      callPage('listAuditEntries', { query: { ...filters, limit: pageLength, cursor }, signal }),
    idOf: ({ number }) => number,
    // Every action of anyone adds to it.
    staleTime: 0,
  });
}
