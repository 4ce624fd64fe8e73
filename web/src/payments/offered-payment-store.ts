import type { Payment } from '@curbwrench/contract/payments/schemas';
import { useSyncExternalStore } from 'react';

type OfferedPayment = Pick<Payment, 'id' | 'amount'>;

let offeredPayment: OfferedPayment | null = null;
const listeners = new Set<() => void>();

/** Opens the dialog for recording a payment without waiting for a click on its button. Null closes the dialog. */
export function offerPayment(payment: OfferedPayment | null): void {
  offeredPayment = payment;
  for (const listener of listeners) listener();
}

/** Returns the payment whose dialog was opened by `offerPayment`, or null. */
export function useOfferedPayment(): OfferedPayment | null {
  return useSyncExternalStore(
    subscribe,
    () => offeredPayment,
    () => null,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
