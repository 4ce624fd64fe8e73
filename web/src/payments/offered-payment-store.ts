import type { Payment } from '@curbwrench/contract/payments/schemas';
import { useSyncExternalStore } from 'react';

type OfferedPayment = Pick<Payment, 'id' | 'amount'>;

let offered: OfferedPayment | null = null;
const listeners = new Set<() => void>();

/** Opens the dialog that records a payment without a press on its button; with null, closes it. */
export function offerPayment(payment: OfferedPayment | null): void {
  offered = payment;
  for (const listener of listeners) listener();
}

/** Returns the payment whose dialog was opened by `offerPayment`, or null. */
export function useOfferedPayment(): OfferedPayment | null {
  return useSyncExternalStore(
    subscribe,
    () => offered,
    () => null,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
