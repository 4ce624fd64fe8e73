import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface Column<Row> {
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: 'end';
  /** A width class for the column, where there are columns. */
  readonly width?: string;
  /** Grid classes for its place on a phone, such as 'max-sm:col-start-2 max-sm:row-start-1'. */
  readonly phone?: string;
}

interface DataTableProps<Row> {
  /** Names the table for a screen reader. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
}

/**
 * A table that becomes a stack on a phone, each row a small grid of two columns. The roles are
 * written out because a table that is laid out as a grid loses its own.
 */
export function DataTable<Row>({ label, columns, rows, keyOf }: DataTableProps<Row>) {
  return (
    <table
      role="table"
      aria-label={label}
      className="w-full border-collapse text-left max-sm:block"
    >
      <thead role="rowgroup" className="max-sm:sr-only">
        <tr role="row">
          {columns.map(({ header, align, width }) => (
            <th
              key={header}
              role="columnheader"
              scope="col"
              className={classNames(
                'px-3 pt-2 pb-2 text-sm font-medium text-ink-soft first:pl-5 last:pr-5',
                align === 'end' && 'text-right',
                width,
              )}
            >
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="divide-y divide-line border-t border-line max-sm:block">
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            role="row"
            className="max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-4 max-sm:gap-y-0.5 max-sm:px-4 max-sm:py-3"
          >
            {columns.map(({ header, cell, align, phone }) => (
              <td
                key={header}
                role="cell"
                className={classNames(
                  'max-w-0 min-w-0 px-3 py-3 align-top first:pl-5 last:pr-5 max-sm:max-w-none max-sm:p-0 max-sm:first:pl-0 max-sm:last:pr-0',
                  align === 'end' && 'text-right',
                  phone,
                )}
              >
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
