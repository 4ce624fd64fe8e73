import type { CallInput } from '@curbwrench/contract/api/call-schemas';
import type { PaymentStatus } from '@curbwrench/contract/payments/payment-status';
import type { PaymentDetail, PaymentQuery } from '@curbwrench/contract/payments/schemas';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call, callPage } from '../api/call.ts';
import { usePages } from '../api/pages.ts';
import { randomId } from '../lib/random-id.ts';

/** All queries about payments start with this key; a live event invalidates all of them. */
const keyPrefix = 'payment';
const pageLength = 25;

/** Reads the newest payments, at most `limit`. */
export function useRecentPayments(limit: number) {
  return useQuery({
    queryKey: [keyPrefix, 'list', limit],
    queryFn: ({ signal }) => call('listPayments', { query: { sort: '-date', limit }, signal }),
  });
}

export interface PaymentFilters {
  readonly status: PaymentStatus | undefined;
  /** Part of a customer's or a service's name; '' for all. */
  readonly search: string;
  readonly sort: NonNullable<PaymentQuery['sort']>;
}

/**
 * Reads the viewer's payments, page by page; the previous ones stay visible until the requested ones have
 * loaded.
 */
export function usePayments({ status, search, sort }: PaymentFilters) {
  return usePages({
    queryKey: [keyPrefix, 'pages', status ?? null, search, sort],
    read: (cursor, signal) =>
      callPage('listPayments', {
        query: { status, search: search || undefined, sort, limit: pageLength, cursor },
        signal,
      }),
    idOf: ({ id }) => id,
    placeholderData: keepPreviousData,
  });
}

/** Reads exact counts and the sum of everything the viewer may see, independent of filters. */
export function usePaymentSummary() {
  return useQuery({
    queryKey: [keyPrefix, 'summary'],
    queryFn: ({ signal }) => call('summarizePayments', { signal }),
  });
}

/** Reads one payment with its refunds. */
export function usePayment(id: number) {
  return useQuery({
    queryKey: [keyPrefix, 'one', id],
    queryFn: ({ signal }) => call('getPayment', { params: { id }, signal }),
  });
}

/** Returns the URL of a payment's receipt as a PDF; the browser saves it. */
export function receiptUrl(id: number): string {
  return `/api/payments/${id}/receipt.pdf`;
}

interface Headers {
  headers: { 'idempotency-key': string };
}

/** Records a payment made on site. */
export function useRecordPayment(id: number) {
  return usePaymentChange((body: CallInput<'recordPayment', 'body'>, extras) =>
    call('recordPayment', { params: { id }, body, ...extras }),
  );
}

/** Marks a payment as failed. */
export function useFailPayment(id: number) {
  return usePaymentChange((_: null, extras) => call('failPayment', { params: { id }, ...extras }));
}

/** Refunds a payment, in part or in full. */
export function useRefundPayment(id: number) {
  return usePaymentChange((body: CallInput<'refundPayment', 'body'>, extras) =>
    call('refundPayment', { params: { id }, body, ...extras }),
  );
}

/**
 * Sends a change with an idempotency key. Repeating the same change, as after a network failure, uses the
 * same key, so that the server makes it once; another change gets a new key. Queries are refetched
 * whatever the result.
 */
function usePaymentChange<Body>(send: (body: Body, extras: Headers) => Promise<PaymentDetail>) {
  const client = useQueryClient();
  const last = useRef<{ body: string; key: string } | null>(null);
  return useMutation({
    mutationFn: (body: Body) => {
      const bodyText = JSON.stringify(body);
      if (last.current?.body !== bodyText) last.current = { body: bodyText, key: randomId() };
      return send(body, { headers: { 'idempotency-key': last.current.key } });
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: [keyPrefix] });
      void client.invalidateQueries({ queryKey: ['appointment'] });
    },
  });
}
