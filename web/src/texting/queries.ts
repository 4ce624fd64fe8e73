import type { EndpointInput } from '@curbwrench/contract/api/endpoint-schemas';
import type {
  CustomerSmsConsentStatus,
  OwnSmsConsentStatus,
} from '@curbwrench/contract/texting/schemas';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '../api/request.ts';

/** Consent is part of a person's data, so these keys share the prefix that live events about people invalidate. */
const keyPrefix = ['user', 'texting'] as const;
const ownKey = [...keyPrefix, 'own'] as const;

/** Reads whether the signed-in customer gets text messages. */
export function useOwnSmsConsentStatus() {
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
    onSuccess: (texting) => client.setQueryData<OwnSmsConsentStatus>(ownKey, texting),
  });
}

/** Stops text messages to the signed-in customer. */
export function useOptOutOfSms() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request('optOutOfSms'),
    onSuccess: (texting) => client.setQueryData<OwnSmsConsentStatus>(ownKey, texting),
  });
}

/** Returns the query that reads whether a customer gets text messages. */
export function customerSmsConsentStatusQuery(id: string) {
  return queryOptions({
    queryKey: [...keyPrefix, 'of', id],
    queryFn: ({ signal }) => request('getCustomerSmsConsent', { params: { id }, signal }),
  });
}

/** Records that a customer agreed, over the phone, to get text messages. */
export function useRecordVerbalConsent(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: EndpointInput<'recordVerbalConsent', 'body'>) =>
      request('recordVerbalConsent', { params: { id }, body }),
    onSuccess: (texting) =>
      client.setQueryData<CustomerSmsConsentStatus>(
        customerSmsConsentStatusQuery(id).queryKey,
        texting,
      ),
    // The number may have changed.
    onError: () => client.invalidateQueries({ queryKey: ['user'] }),
  });
}

/** Stops text messages to a customer. */
export function useOptCustomerOutOfSms(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request('optCustomerOutOfSms', { params: { id } }),
    onSuccess: (texting) =>
      client.setQueryData<CustomerSmsConsentStatus>(
        customerSmsConsentStatusQuery(id).queryKey,
        texting,
      ),
  });
}
