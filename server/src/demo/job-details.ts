import type { PaymentStatus } from '@curbwrench/contract/payments/payment-status';
import type { Random } from './random.ts';

/** How and when a finished job is paid. */
export interface PlannedPayment {
  /** `pending` if it is never paid. */
  readonly status: PaymentStatus;
  readonly method: PaymentMethod;
  /** The terminal's or the bank's transaction id; cash has none. */
  readonly transactionId: string | null;
  /** Minutes from the end of the work to the payment. */
  readonly delayMinutes: number;
}

/** Plans a successful card payment right after the job. */
export function planCardPayment(random: Random): PlannedPayment {
  const method = 'card_terminal';
  return {
    status: 'completed',
    method,
    transactionId: createTransactionId(method, random),
    delayMinutes: random.between(1, 9),
  };
}

type PaymentMethod = 'cash' | 'card_terminal' | 'bank_transfer';

/** Plans a payment: most customers pay by card right after the job, a few never pay, and a few get a refund. */
export function planPayment(random: Random): PlannedPayment {
  const status = random.pickWeighted<PaymentStatus>([
    ['completed', 92],
    ['pending', 3],
    ['failed', 2.5],
    ['refunded', 2.5],
  ]);
  const method =
    status === 'failed'
      ? 'card_terminal'
      : random.pickWeighted<PaymentMethod>([
          ['card_terminal', 60],
          ['cash', 16],
          ['bank_transfer', 24],
        ]);
  return {
    status,
    method,
    transactionId: createTransactionId(method, random),
    delayMinutes: method === 'bank_transfer' ? random.between(400, 4300) : random.between(1, 9),
  };
}

function createTransactionId(method: PaymentMethod, random: Random): string | null {
  switch (method) {
    case 'cash':
      return null;
    case 'card_terminal':
      return `POS-${random.text(10, '0123456789')}`;
    case 'bank_transfer':
      return `ACH-${random.text(9, '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ')}`;
  }
}

const notes = [
  'Gate code is 4417, car is in the back lot.',
  'Please text when you are ten minutes away.',
  'Started making a grinding noise last week, worst when cold.',
  'Parked on the street, usually within half a block.',
  'Dog in the yard is friendly but loud.',
  'The key is with the front desk.',
  "It wouldn't start this morning; jumped it and it died again.",
  'Underground garage, clearance 6 ft 8 in.',
  'Warning light comes on only on the highway.',
  "Please check the wiper blades too if there's time.",
  'Wheel lock key is in the glove box.',
  'Second car in the driveway, not the one under the cover.',
  'I work from home, any door will do.',
  "Selling it next month, so only do what's really necessary.",
];

/** Picks a customer's note for a booking; most customers write none. */
export function pickNote(random: Random): string | null {
  return random.chance(0.35) ? random.pick(notes) : null;
}

/** Reasons that customers give for canceling. */
export const cancelReasons = [
  'Fixed it with a neighbor’s help.',
  'Out of town that day after all.',
  'Sold the car.',
  'Booked twice by mistake.',
  'Found an earlier appointment elsewhere.',
] as const;
