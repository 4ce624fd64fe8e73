import type { Payment } from './payments.ts';

/** 'Direct Payment' without an appointment, 'Unknown Service' if it is not found. */
export function paymentServiceText({
  appointmentId,
  service,
}: Pick<Payment, 'appointmentId' | 'service'>): string {
  if (appointmentId === null) return 'Direct Payment';
  return service?.name ?? 'Unknown Service';
}

/** The instant whose date a receipt bears, on screen and as a PDF: when it was paid, if it was. */
export function receiptInstant({ paidAt, createdAt }: Pick<Payment, 'paidAt' | 'createdAt'>) {
  return paidAt ?? createdAt;
}

/** Underscores displayed as spaces; 'N/A' where there is none. */
export function paymentMethodText(method: string | null): string {
  return method?.replaceAll('_', ' ') ?? 'N/A';
}
