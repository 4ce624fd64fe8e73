import type { PaymentSort } from '../searches.ts';

export type SortableColumn = 'customer' | 'date' | 'amount' | 'status';

/** The default order: newest first. */
export const defaultSort: PaymentSort = '-date';

/** Returns the direction a column is sorted in; null if the payments are sorted by a different column. */
export function getSortDirection(
  column: SortableColumn,
  sort: PaymentSort,
): 'ascending' | 'descending' | null {
  if (sort === column) return 'ascending';
  return sort === `-${column}` ? 'descending' : null;
}

/** Returns the order after a click on a column: the current column changes direction; another starts ascending. */
export function toggleSort(column: SortableColumn, sort: PaymentSort): PaymentSort {
  return sort === column ? `-${column}` : column;
}
