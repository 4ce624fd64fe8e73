import { servicesText } from '../services/services-text.ts';
import type { Payment } from './schemas.ts';

/**
 * Returns the paid services in a few words: 'Direct Payment' for a payment without an appointment, 'Unknown
 * Service' if the service is not found.
 */
export function paymentServiceText({
  appointmentId,
  service,
  moreServices,
}: Pick<Payment, 'appointmentId' | 'service' | 'moreServices'>): string {
  if (appointmentId === null) return 'Direct Payment';
  return servicesText(service?.name ?? 'Unknown Service', moreServices);
}

/** Returns the timestamp used as a receipt's date: when the payment was made or, if unpaid, when it became due. */
export function receiptTime({ paidAt, createdAt }: Pick<Payment, 'paidAt' | 'createdAt'>) {
  return paidAt ?? createdAt;
}

/** Returns a payment method as screens show it: 'bank transfer' for `bank_transfer`, 'N/A' for null. */
export function paymentMethodText(method: string | null): string {
  return method?.replaceAll('_', ' ') ?? 'N/A';
}
