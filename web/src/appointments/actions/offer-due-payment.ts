import { paymentActionProblem, paymentScope } from '@curbwrench/contract/payments/payment-actions';
import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import type { Role } from '@curbwrench/contract/people/roles';
import { request } from '../../api/request.ts';
import { offerPayment } from '../../payments/offered-payment-store.ts';

type JobPayment = Appointment['payment'];

/**
 * Opens the payment dialog for a job that was just completed, if a payment is due and the viewer can record it.
 * If the job can't be read, nothing opens: the payment can still be recorded on other screens.
 */
export async function offerDuePayment(appointmentId: number, role: Role): Promise<void> {
  const job = await request('getAppointment', { params: { id: appointmentId } }).catch(() => null);
  const duePayment = findDuePayment(job?.payment ?? null, role);
  if (duePayment) offerPayment(duePayment);
}

/** Returns a job's payment if there is something to pay and this role can record it, otherwise null. */
export function findDuePayment(payment: JobPayment, role: Role): JobPayment {
  if (!payment || Number(payment.amount) === 0 || paymentScope.record[role] === 'none') return null;
  const problem = paymentActionProblem('record', { ...payment, refundedAmount: '0.00' });
  return problem === null ? payment : null;
}
