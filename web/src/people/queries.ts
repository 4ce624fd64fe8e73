import { isLongEnoughForTextSearch } from '@curbwrench/contract/fields/search-text';
import type { EndpointInput } from '@curbwrench/contract/api/endpoint-schemas';
import type { User } from '@curbwrench/contract/people/schemas';
import type { Role } from '@curbwrench/contract/people/roles';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request, requestPage } from '../api/request.ts';
import { usePages } from '../api/pages.ts';

/** The first part of every query key here; live events about people invalidate all these queries. */
const keyPrefix = 'user';
const invitationsKey = [keyPrefix, 'invitations'] as const;
const pageSize = 20;

export interface PeopleFilters {
  /** Part of a name or an email address; '' for everyone. */
  readonly search: string;
  readonly role: Role | undefined;
}

/** Reads all people, paginated. For admins. */
export function usePeople({ search, role }: PeopleFilters) {
  return usePages({
    queryKey: [keyPrefix, 'people', role ?? null, search],
    read: (cursor, signal) =>
      requestPage('listUsers', {
        query: {
          role,
          search: isLongEnoughForTextSearch(search) ? search : undefined,
          limit: pageSize,
          cursor,
        },
        signal,
      }),
    idOf: ({ id }) => id,
    placeholderData: keepPreviousData,
  });
}

export type PersonChange =
  | { readonly role: Role }
  | { readonly active: boolean }
  | { readonly works: boolean };

/**
 * Changes a person's role, whether they are active, or whether they work as a mechanic. Lists and the viewer's own
 * session are refetched.
 */
export function useChangePerson(person: Pick<User, 'id'>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: PersonChange) => sendChange(person.id, change),
    onSuccess: () => client.invalidateQueries({ queryKey: [keyPrefix] }),
  });
}

/** Returns a function that removes a person's second factor; it takes the admin's own credentials. */
export function useRemoveSecondFactor({ id }: Pick<User, 'id'>) {
  const client = useQueryClient();
  return async (credentials: EndpointInput<'removeSecondFactor', 'body'>): Promise<void> => {
    await request('removeSecondFactor', { params: { id }, body: credentials });
    await client.invalidateQueries({ queryKey: [keyPrefix] });
  };
}

function sendChange(id: string, change: PersonChange): Promise<User> {
  if ('role' in change) return request('changeRole', { body: { userId: id, role: change.role } });
  if ('active' in change) {
    return request('changeActivation', { params: { id }, body: { active: change.active } });
  }
  return request('setWorksAsMechanic', { params: { id }, body: { works: change.works } });
}

/** Reads the invitations that have not been accepted yet. */
export function useInvitations() {
  return useQuery({
    queryKey: invitationsKey,
    queryFn: ({ signal }) => request('listInvitations', { signal }),
  });
}

/** Returns a function that refetches the invitations, for use after one has been sent, accepted or withdrawn. */
export function useRefreshInvitations(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: invitationsKey });
}

/** Resends an invitation, with a new link and a new expiration date, or withdraws it. */
export function useInvitationAction(action: 'resend' | 'withdraw') {
  const refreshInvitations = useRefreshInvitations();
  return useMutation({
    mutationFn: (id: number): Promise<unknown> =>
      action === 'resend'
        ? request('resendInvitation', { params: { id } })
        : request('withdrawInvitation', { params: { id } }),
    onSettled: refreshInvitations,
  });
}
