import type { Role } from '@curbwrench/contract/people/roles';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { request } from '../api/request.ts';
import { getFullName } from '../lib/people.ts';

/** The first part of every query key here; live events about people invalidate all these queries. */
const keyPrefix = 'user';

/** The maximum number of people that a search finds. */
const searchLimit = 8;

/**
 * Reads the first few people whose name or email matches, with one role or any role; disabled if `search` is
 * empty. For the office.
 */
export function usePeopleSearch(search: string, role: Role | undefined) {
  return useQuery({
    queryKey: [keyPrefix, 'found', role ?? null, search],
    queryFn: ({ signal }) =>
      request('listUsers', { query: { role, search, limit: searchLimit }, signal }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  });
}

/** Reads one person; disabled if `id` is null. */
export function usePerson(id: string | null) {
  return useQuery({
    queryKey: [keyPrefix, 'one', id],
    queryFn: ({ signal }) => request('getUser', { params: { id: id ?? '' }, signal }),
    enabled: id !== null,
  });
}

/** Returns a person's name, or undefined until it is loaded. */
export function usePersonName(id: string | null): string | undefined {
  const { data } = usePerson(id);
  return data && getFullName(data);
}
