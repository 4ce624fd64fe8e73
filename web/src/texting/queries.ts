import type { EndpointInput } from '@curbwrench/contract/api/endpoint-schemas';
import type { CustomerTexting, OwnTexting } from '@curbwrench/contract/texting/schemas';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '../api/request.ts';

/** A consent belongs to a person, so these keys start with the key that live events about people invalidate. */
const keyPrefix = ['user', 'texting'] as const;
const ownKey = [...keyPrefix, 'own'] as const;

/** Reads whether the signed-in customer gets text messages. */
export function useOwnTexting() {
  return useQuery({
    queryKey: ownKey,
    queryFn: ({ signal }) => request('getOwnSmsConsent', { signal }),
  });
}

/** Sends a code to the signed-in customer's phone. */
export function useSendTextingCode() {
  return useMutation({
    mutationFn: (body: EndpointInput<'sendTextingCode', 'body'>) =>
      request('sendTextingCode', { body }),
  });
}

/** Submits the code, which confirms that the customer agrees to text messages. */
export function useConfirmTextingCode() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointInput<'confirmTextingCode', 'body'>) =>
      request('confirmTextingCode', { body }),
    onSuccess: (texting) => client.setQueryData<OwnTexting>(ownKey, texting),
  });
}

/** Stops text messages to the signed-in customer. */
export function useStopOwnTexting() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request('optOutOfSms'),
    onSuccess: (texting) => client.setQueryData<OwnTexting>(ownKey, texting),
  });
}

/** Returns the query that reads whether a customer gets text messages. */
export function customerTextingQuery(id: string) {
  return queryOptions({
    queryKey: [...keyPrefix, 'of', id],
    queryFn: ({ signal }) => request('getCustomerSmsConsent', { params: { id }, signal }),
  });
}

/** Records that a customer agreed to text messages by phone. */
export function useRecordVerbalConsent(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointInput<'recordVerbalConsent', 'body'>) =>
      request('recordVerbalConsent', { params: { id }, body }),
    onSuccess: (texting) =>
      client.setQueryData<CustomerTexting>(customerTextingQuery(id).queryKey, texting),
    // The number may have changed.
    onError: () => client.invalidateQueries({ queryKey: ['user'] }),
  });
}

/** Stops text messages to a customer. */
export function useStopCustomerTexting(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request('optCustomerOutOfSms', { params: { id } }),
    onSuccess: (texting) =>
      client.setQueryData<CustomerTexting>(customerTextingQuery(id).queryKey, texting),
  });
}
