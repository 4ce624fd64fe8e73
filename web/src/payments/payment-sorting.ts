import type { PaymentSort } from '../searches.ts';

export type SortedColumn = 'customer' | 'date' | 'amount' | 'status';

/** Newest first. */
export const defaultSort: PaymentSort = '-date';

/** Returns the direction a column is sorted in; null if another column is sorted. */
export function directionOf(
  column: SortedColumn,
  sort: PaymentSort,
): 'ascending' | 'descending' | null {
  if (sort === column) return 'ascending';
  return sort === `-${column}` ? 'descending' : null;
}

/** Returns the sort after a click: it toggles the direction, and a new column starts ascending. */
export function sortAfterClick(column: SortedColumn, sort: PaymentSort): PaymentSort {
  return sort === column ? `-${column}` : column;
}
