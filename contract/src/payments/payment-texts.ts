import type { Payment } from './schemas.ts';

/** Returns 'Direct Payment' without an appointment, 'Unknown Service' if the service is not found. */
export function paymentServiceText({
  appointmentId,
  service,
}: Pick<Payment, 'appointmentId' | 'service'>): string {
  if (appointmentId === null) return 'Direct Payment';
  return service?.name ?? 'Unknown Service';
}

/** Returns the instant whose date a receipt shows: when it was paid or, if unpaid, created. */
export function receiptInstant({ paidAt, createdAt }: Pick<Payment, 'paidAt' | 'createdAt'>) {
  return paidAt ?? createdAt;
}

/** Replaces underscores with spaces; returns 'N/A' for null. */
export function paymentMethodText(method: string | null): string {
  return method?.replaceAll('_', ' ') ?? 'N/A';
}
