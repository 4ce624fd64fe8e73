import { lineAmount } from '@curbwrench/contract/payments/price';
import type { AppointmentLine } from '@curbwrench/contract/payments/schemas';
import { useMoney } from '../business/money.ts';

/** Returns a function that formats a line item's amount, with a minus sign for a deduction. */
export function useLineAmount(): (line: Pick<AppointmentLine, 'quantity' | 'unitPrice'>) => string {
  const money = useMoney();
  return (line) => money(lineAmount(line)).replace('-', '−');
}
