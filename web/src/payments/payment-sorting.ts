import type { PaymentSort } from '../searches.ts';

export type SortedColumn = 'customer' | 'date' | 'amount' | 'status';

/** The default order: newest first. */
export const defaultSort: PaymentSort = '-date';

/** Returns the direction a column is sorted in; null if another column is sorted. */
export function getSortDirection(
  column: SortedColumn,
  sort: PaymentSort,
): 'ascending' | 'descending' | null {
  if (sort === column) return 'ascending';
  return sort === `-${column}` ? 'descending' : null;
}

/** Returns the sort after a click: it toggles the direction, and a new column starts ascending. */
export function toggleSort(column: SortedColumn, sort: PaymentSort): PaymentSort {
  return sort === column ? `-${column}` : column;
}
