import type { PaymentSort } from '../searches.ts';

export type SortedColumn = 'customer' | 'date' | 'amount' | 'status';

/** The newest first. */
export const defaultSort: PaymentSort = '-date';

/** Which way a column is sorted; null: by another one. */
export function directionOf(
  column: SortedColumn,
  sort: PaymentSort,
): 'ascending' | 'descending' | null {
  if (sort === column) return 'ascending';
  return sort === `-${column}` ? 'descending' : null;
}

/** A click toggles the direction, a new column starts ascending. */
export function sortAfterClick(column: SortedColumn, sort: PaymentSort): PaymentSort {
  return sort === column ? `-${column}` : column;
}
