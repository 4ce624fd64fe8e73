import { isLongEnoughForTextSearch } from '@curbwrench/contract/fields/search-text';
import type { EndpointInput } from '@curbwrench/contract/api/endpoint-schemas';
import type { PaymentStatus } from '@curbwrench/contract/payments/payment-status';
import type { PaymentDetail, PaymentQuery } from '@curbwrench/contract/payments/schemas';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request, requestPage } from '../api/request.ts';
import { usePages } from '../api/pages.ts';
import { useIdempotencyHeaders } from '../lib/idempotency-headers.ts';

/** All queries about payments start with this key; a live event invalidates all of them. */
const keyPrefix = 'payment';
const pageSize = 25;

/** Reads the most recent payments, up to `limit` of them. */
export function useRecentPayments(limit: number) {
  return useQuery({
    queryKey: [keyPrefix, 'list', limit],
    queryFn: ({ signal }) => request('listPayments', { query: { sort: '-date', limit }, signal }),
  });
}

export interface PaymentFilters {
  readonly status: PaymentStatus | undefined;
  /** Part of a customer's or a service's name; '' for all. */
  readonly search: string;
  readonly sort: NonNullable<PaymentQuery['sort']>;
  /** For the office: one customer's payments. */
  readonly customerId?: string | undefined;
  /** The date on which they were paid. */
  readonly paidOn?: string | undefined;
}

/**
 * Reads the viewer's payments, paginated; the previous payments stay visible until the requested ones have
 * loaded.
 */
export function usePayments({ status, search, sort, customerId, paidOn }: PaymentFilters) {
  return usePages({
    queryKey: [
      keyPrefix,
      'pages',
      status ?? null,
      search,
      sort,
      customerId ?? null,
      paidOn ?? null,
    ],
    read: (cursor, signal) =>
      requestPage('listPayments', {
        query: {
          status,
          customerId,
          paidOn,
          search: isLongEnoughForTextSearch(search) ? search : undefined,
          sort,
          limit: pageSize,
          cursor,
        },
        signal,
      }),
    idOf: ({ id }) => id,
    placeholderData: keepPreviousData,
  });
}

/** Reads exact counts and the total of all payments that the viewer can see, regardless of filters. */
export function usePaymentSummary() {
  return useQuery({
    queryKey: [keyPrefix, 'summary'],
    queryFn: ({ signal }) => request('summarizePayments', { signal }),
  });
}

/** Reads one payment with its refunds. */
export function usePayment(id: number) {
  return useQuery({
    queryKey: [keyPrefix, 'one', id],
    queryFn: ({ signal }) => request('getPayment', { params: { id }, signal }),
  });
}

/** Returns the URL of a payment's receipt as a PDF; the browser saves it. */
export function receiptUrl(id: number): string {
  return `/api/payments/${id}/receipt.pdf`;
}

interface ExtraHeaders {
  headers: { 'idempotency-key': string };
}

/** Records a payment made on site. */
export function useRecordPayment(id: number) {
  return usePaymentChange((body: EndpointInput<'recordPayment', 'body'>, extras) =>
    request('recordPayment', { params: { id }, body, ...extras }),
  );
}

/** Marks a payment as failed. */
export function useFailPayment(id: number) {
  return usePaymentChange((_: null, extras) =>
    request('failPayment', { params: { id }, ...extras }),
  );
}

/** Refunds a payment, in part or in full. */
export function useRefundPayment(id: number) {
  return usePaymentChange((body: EndpointInput<'refundPayment', 'body'>, extras) =>
    request('refundPayment', { params: { id }, body, ...extras }),
  );
}

/**
 * Sends a change with an idempotency key. Repeating the same change, for example after a network failure, uses the
 * same key, so that the server makes the change only once; a different change gets a new key. The affected queries
 * are refetched regardless of the result.
 */
function usePaymentChange<Body>(
  send: (body: Body, extras: ExtraHeaders) => Promise<PaymentDetail>,
) {
  const client = useQueryClient();
  const headersFor = useIdempotencyHeaders();
  return useMutation({
    mutationFn: (body: Body) => send(body, { headers: headersFor(body) }),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: [keyPrefix] });
      void client.invalidateQueries({ queryKey: ['appointment'] });
    },
  });
}
