import { sql } from 'kysely';
import { makeCompletedJob } from './record-cases.ts';
import type { AccessCase, CaseObject } from './run-case.ts';
import type { BusinessWithMarkers } from './business-with-markers.ts';

/** Inserts a payment by the owner for one of the assigned mechanic's jobs. */
async function makePayment(
  fixture: BusinessWithMarkers,
  viewerIndex: number,
  status: 'pending' | 'completed' = 'pending',
): Promise<CaseObject> {
  const { jobId } = await makeCompletedJob(fixture, viewerIndex);
  const { rows } = await sql<{ id: number }>`
    insert into payments (customer_id, appointment_id, amount, status, created_at, paid_at)
    values (${fixture.owner.id}, ${jobId}, 89, ${status}, now(),
      case ${status}::text when 'completed' then now() end) returning id
  `.execute(fixture.store.kysely);
  return {
    id: rows[0]?.id ?? 0,
    ownerId: fixture.owner.id,
    mechanicId: fixture.assignedMechanic.id,
  };
}

const readCase = { permission: 'payments.read', make: makePayment, missingId: 999_999 } as const;
const reverseCase = {
  permission: 'payments.reverse',
  make: makePayment,
  missingId: 999_999,
} as const;

/** Reading, recording, failing and refunding payments. */
export const paymentCases: readonly AccessCase[] = [
  { ...readCase, name: 'payments: list', endpoint: 'listPayments', isList: true },
  { name: 'payments: summary', endpoint: 'summarizePayments', permission: 'payments.read' },
  { ...readCase, name: 'payments: one', endpoint: 'getPayment' },
  { ...readCase, name: 'payments: receipt', endpoint: 'getReceipt', isDocument: true },
  {
    ...readCase,
    name: 'payments: record on site',
    endpoint: 'recordPayment',
    permission: 'payments.record',
    allowedStatus: 200,
    body: () => ({ paymentMethod: 'cash', transactionId: 'T-1' }),
  },
  { ...reverseCase, name: 'payments: fail', endpoint: 'failPayment', allowedStatus: 200 },
  {
    ...reverseCase,
    name: 'payments: refund',
    endpoint: 'refundPayment',
    make: (fixture, viewerIndex) => makePayment(fixture, viewerIndex, 'completed'),
    body: () => ({ amount: '10.00', reason: 'Goodwill.' }),
  },
];
