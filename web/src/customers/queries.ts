import { isSearchable } from '@curbwrench/contract/fields/search-text';
import type { EndpointInput } from '@curbwrench/contract/api/endpoint-schemas';
import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { request, requestPage } from '../api/request.ts';
import { usePages } from '../api/pages.ts';
import { useIdempotencyHeaders } from '../lib/idempotency-headers.ts';

/** Customers are people, so their query keys start with the key that live events about people invalidate. */
const keyPrefix = ['user', 'customers'] as const;
const pageSize = 50;
/** How many customers a search field suggests. */
const suggestionLimit = 6;
/** How many customers with the same phone number or email address are shown. */
const sharedContactLimit = 3;

/** Reads customers sorted by name, paginated; with a search, only customers that match. */
export function useCustomers(search: string) {
  return usePages({
    queryKey: [...keyPrefix, 'pages', search],
    read: (cursor, signal) =>
      requestPage('listCustomers', {
        query: { search: search || undefined, limit: pageSize, cursor },
        signal,
      }),
    idOf: ({ id }) => id,
    placeholderData: keepPreviousData,
  });
}

/** Reads the first few customers that match; reads nothing if the text is too short to search for. */
export function useCustomerSearch(search: string) {
  return useQuery({
    queryKey: [...keyPrefix, 'found', search],
    queryFn: ({ signal }) =>
      request('listCustomers', { query: { search, limit: suggestionLimit }, signal }),
    enabled: isSearchable(search),
    placeholderData: keepPreviousData,
  });
}

/** Reads the first few customers with exactly this phone number or email address; reads nothing for null. */
export function useCustomersByContact(contact: { phone: string } | { email: string } | null) {
  return useQuery({
    queryKey: [...keyPrefix, 'by-contact', contact],
    queryFn: ({ signal }) =>
      request('listCustomers', { query: { ...contact, limit: sharedContactLimit }, signal }),
    enabled: contact !== null,
  });
}

/** Finds customers, vehicles and appointments; reads nothing if the text is too short to search for. */
export function useRecordSearch(text: string) {
  return useQuery({
    queryKey: [...keyPrefix, 'records', text],
    queryFn: ({ signal }) => request('searchRecords', { query: { text }, signal }),
    enabled: isSearchable(text),
    placeholderData: keepPreviousData,
  });
}

/** Returns the query of one customer's record. */
export function customerQuery(id: string) {
  return queryOptions({
    queryKey: [...keyPrefix, 'one', id],
    queryFn: ({ signal }) => request('getCustomer', { params: { id }, signal }),
  });
}

/** Returns the query for a preview of merging one customer into another. */
export function mergePreviewQuery(keptId: string, removedId: string) {
  return queryOptions({
    queryKey: [...keyPrefix, 'merge', keptId, removedId],
    queryFn: ({ signal }) =>
      request('previewCustomerMerge', {
        params: { id: keptId },
        query: { otherId: removedId },
        signal,
      }),
  });
}

/** Merges another customer into this one, and refetches everything, because most queries include customers. */
export function useMergeCustomers(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointInput<'mergeCustomers', 'body'>) =>
      request('mergeCustomers', { params: { id }, body }),
    // Not awaited: otherwise the removed customer's page would redirect before the dialog reports the merge.
    onSuccess: () => void client.invalidateQueries(),
    // The confirmed preview is out of date.
    onError: () => client.invalidateQueries({ queryKey: ['user'] }),
  });
}

/**
 * Adds a customer, and refetches all queries about people. Retrying after a lost response does not add the
 * customer twice.
 */
export function useAddCustomer() {
  const client = useQueryClient();
  const headersFor = useIdempotencyHeaders();
  return useMutation({
    mutationFn: (body: EndpointInput<'createCustomer', 'body'>) =>
      request('createCustomer', { body, headers: headersFor(body) }),
    onSettled: () => client.invalidateQueries({ queryKey: ['user'] }),
  });
}

/** Changes a customer's record, and refetches all queries about people. */
export function useChangeCustomer(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointInput<'changeCustomer', 'body'>) =>
      request('changeCustomer', { params: { id }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: ['user'] }),
  });
}
