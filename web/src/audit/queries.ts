import { auditSubjects, type AuditSubject } from '@curbwrench/contract/audit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call, callPage } from '../api/call.ts';
import { usePages } from '../api/pages.ts';

const pageLength = 25;

export interface AuditFilters {
  /** Whose doing; undefined for everyone's. */
  readonly actorId: string | undefined;
  readonly subject: AuditSubject | undefined;
  /** `yyyy-MM-dd`, both days included. */
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** The audit trail, newest first, page by page. For admins. */
export function useAuditEntries(filters: AuditFilters) {
  return usePages({
    queryKey: ['audit', filters],
    read: (cursor, signal) =>
      callPage('listAuditEntries', { query: { ...filters, limit: pageLength, cursor }, signal }),
    idOf: ({ number }) => number,
    // Everything that anyone does adds to it.
    staleTime: 0,
  });
}

/** The first few people whose name or e-mail matches; nothing is asked for ''. */
export function usePeopleFound(search: string) {
  return useQuery({
    queryKey: ['user', 'found', search],
    queryFn: ({ signal }) => call('listUsers', { query: { search, limit: 8 }, signal }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  });
}

/** The person whose doings are shown; nothing is asked while it is everyone's. */
export function useActor(id: string | undefined) {
  return useQuery({
    queryKey: ['user', 'one', id ?? null],
    queryFn: ({ signal }) => call('getUser', { params: { id: id ?? '' }, signal }),
    enabled: id !== undefined,
  });
}

/** The subject that an address names, if it is one. */
export function subjectIn(text: string | undefined): AuditSubject | undefined {
  return auditSubjects.find((subject) => subject === text);
}
