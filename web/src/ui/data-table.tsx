import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface Column<Row> {
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: 'end';
  /** A width class for a column that shrinks; a column without it is as wide as its content. */
  readonly width?: string;
  /** Set if the table can be sorted by this column. */
  readonly sort?: {
    /** The direction in which the table is sorted by this column; null if it is sorted by a different column. */
    readonly direction: 'ascending' | 'descending' | null;
    readonly onSort: () => void;
  };
  /** Hides the header text, for a column of buttons; screen readers still read it. */
  readonly bare?: boolean;
  /** Grid classes for the cell's position when stacked, such as '@max-2xl:col-start-2 @max-2xl:row-start-1'. */
  readonly stacked?: string;
}

interface DataTableProps<Row> {
  /** Names the table for a screen reader. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  getKey: (row: Row) => string | number;
  /**
   * For many columns: stacks below 56rem instead of below 42rem; a stacked row has a third column from 42rem
   * up. `stacked` then has to use those breakpoints too.
   */
  wide?: boolean;
  /** Like `wide`, with rows 44 px high. */
  dense?: boolean;
}

/* Written out for both widths, because Tailwind does not find class names built at run time. */
const tableVariants = {
  narrow: {
    table: '@max-2xl:block',
    head: '@max-2xl:sr-only',
    body: '@max-2xl:block @2xl:border-t',
    row: '@max-2xl:grid @max-2xl:grid-cols-[minmax(0,1fr)_auto] @max-2xl:gap-x-4 @max-2xl:gap-y-0.5 @max-2xl:px-4 @max-2xl:py-3 sm:@max-2xl:px-5',
    cell: '@max-2xl:p-0 @max-2xl:first:pl-0 @max-2xl:last:pr-0',
    headCell: '',
    shrinking: '@2xl:max-w-0',
    tableOnly: '@max-2xl:hidden',
    stackOnly: '@2xl:hidden',
  },
  wide: {
    table: '@max-4xl:block @4xl:text-sm',
    head: '@max-4xl:sr-only',
    body: '@max-4xl:block @4xl:border-t',
    row: '@max-4xl:grid @max-4xl:grid-cols-[minmax(0,1fr)_auto] @2xl:@max-4xl:grid-cols-[minmax(0,1fr)_auto_auto] @max-4xl:gap-x-4 @max-4xl:gap-y-0.5 @max-4xl:px-4 @max-4xl:py-3 sm:@max-4xl:px-5',
    cell: '@max-4xl:p-0 @max-4xl:first:pl-0 @max-4xl:last:pr-0 @4xl:h-13 @4xl:px-2 @4xl:py-1 @5xl:whitespace-nowrap',
    headCell: '@4xl:px-2',
    shrinking: '@4xl:max-w-0',
    tableOnly: '@max-4xl:hidden',
    stackOnly: '@4xl:hidden',
  },
} as const;

const denseVariant = {
  ...tableVariants.wide,
  cell: '@max-4xl:p-0 @max-4xl:first:pl-0 @max-4xl:last:pr-0 @4xl:h-11 @4xl:px-2 @4xl:py-0 @5xl:whitespace-nowrap',
};

type TableVariant = Readonly<Record<keyof typeof tableVariants.wide, string>>;

/**
 * Renders a table. If there is not enough room, each row becomes a small grid of two columns. The ARIA roles
 * are set explicitly because a table that is laid out as a grid loses its own.
 */
export function DataTable<Row>({
  label,
  columns,
  rows,
  getKey,
  wide = false,
  dense = false,
}: DataTableProps<Row>) {
  const variant = dense ? denseVariant : wide ? tableVariants.wide : tableVariants.narrow;
  return (
    <div className="@container">
      <table
        role="table"
        aria-label={label}
        className={classNames('w-full border-collapse text-left', variant.table)}
      >
        <thead role="rowgroup" className={variant.head}>
          <tr role="row">
            {columns.map(({ header, align, width, sort, bare = false }) => (
              <th
                key={header}
                role="columnheader"
                scope="col"
                aria-sort={sort?.direction ?? undefined}
                className={classNames(
                  'px-3 pt-2 pb-2 text-sm font-medium whitespace-nowrap text-ink-soft first:pl-5 last:pr-5',
                  variant.headCell,
                  align === 'end' && 'text-right',
                  width,
                )}
              >
                {sort ? (
                  <SortButton sort={sort} isRightAligned={align === 'end'} variant={variant}>
                    {header}
                  </SortButton>
                ) : (
                  <span className={classNames(bare && 'sr-only')}>{header}</span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody
          role="rowgroup"
          className={classNames('divide-y divide-line border-line', variant.body)}
        >
          {rows.map((row) => (
            <tr key={getKey(row)} role="row" className={variant.row}>
              {columns.map(({ header, cell, align, width, stacked }) => (
                <td
                  key={header}
                  role="cell"
                  className={classNames(
                    'min-w-0 px-3 py-3 align-middle first:pl-5 last:pr-5',
                    variant.cell,
                    width !== undefined && variant.shrinking,
                    align === 'end' && 'text-right',
                    stacked,
                  )}
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface SortButtonProps {
  sort: NonNullable<Column<unknown>['sort']>;
  isRightAligned: boolean;
  variant: TableVariant;
  children: string;
}

/** Renders a header that sorts. When the table is stacked, headers are hidden, and so are these buttons. */
function SortButton({
  sort: { direction, onSort },
  isRightAligned,
  variant,
  children,
}: SortButtonProps) {
  const Icon = direction === 'descending' ? ArrowDown : ArrowUp;
  return (
    <>
      <span className={variant.stackOnly}>{children}</span>
      <button
        type="button"
        onClick={onSort}
        className={classNames(
          'group -mx-2 -my-1 inline-flex min-h-9 items-center gap-1.5 rounded-md px-2 hover:bg-well hover:text-ink pointer-coarse:min-h-touch',
          variant.tableOnly,
          direction !== null && 'font-semibold text-ink',
          isRightAligned && 'flex-row-reverse',
        )}
      >
        {children}
        <Icon
          className={classNames(
            'size-4 shrink-0',
            direction === null && 'opacity-0 group-hover:opacity-50 group-focus-visible:opacity-50',
          )}
          aria-hidden
        />
      </button>
    </>
  );
}
