import type { Role } from '@curbwrench/contract/people/roles';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { getFullName } from '../lib/people.ts';

/** People use the key that live events invalidate. */
const noun = 'user';

/** How many people one search shows. */
const foundPeopleLimit = 8;

/**
 * Reads the first few people whose name or e-mail matches, of one role or any; reads nothing for ''. For
 * dispatch.
 */
export function usePeopleSearch(search: string, role: Role | undefined) {
  return useQuery({
    queryKey: [noun, 'found', role ?? null, search],
    queryFn: ({ signal }) =>
      call('listUsers', { query: { role, search, limit: foundPeopleLimit }, signal }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  });
}

/** Reads one person; reads nothing for null. */
export function usePerson(id: string | null) {
  return useQuery({
    queryKey: [noun, 'one', id],
    queryFn: ({ signal }) => call('getUser', { params: { id: id ?? '' }, signal }),
    enabled: id !== null,
  });
}

/** Returns that person's name, once it is known. */
export function usePersonName(id: string | null): string | undefined {
  const { data } = usePerson(id);
  return data && getFullName(data);
}
