import type { PreviewedRow } from '@curbwrench/contract/customer-files/schemas';
import { CircleCheck, CircleSlash, UserRoundPen, UserRoundPlus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Badge } from '../ui/badge.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { TabPanel, Tabs } from '../ui/tabs.tsx';
import type { Tone } from '../ui/tone.ts';
import { describeRow } from './preview-text.ts';

type Outcome = PreviewedRow['outcome'];

const outcomes: Readonly<Record<Outcome, { label: string; tone: Tone; icon: ReactNode }>> = {
  new: { label: 'New', tone: 'done', icon: <UserRoundPlus aria-hidden /> },
  updates: { label: 'Update', tone: 'progress', icon: <UserRoundPen aria-hidden /> },
  same: { label: 'No change', tone: 'muted', icon: <CircleCheck aria-hidden /> },
  refused: { label: 'Not imported', tone: 'alert', icon: <CircleSlash aria-hidden /> },
};

const tabLabels: Readonly<Record<Outcome | 'all', string>> = {
  all: 'All rows',
  new: 'New',
  updates: 'Updates',
  same: 'No change',
  refused: 'Not imported',
};

const pageSize = 50;

/** Lists a file's rows and what importing each row would do. */
export function PreviewRows({ rows }: { rows: readonly PreviewedRow[] }) {
  const [tab, setTab] = useState<Outcome | 'all'>('all');
  const [visibleCount, setVisibleCount] = useState(pageSize);
  const filterRows = (value: Outcome | 'all') =>
    value === 'all' ? rows : rows.filter(({ outcome }) => outcome === value);
  const tabRows = filterRows(tab);
  const values = ['all', 'new', 'updates', 'same', 'refused'] as const;
  return (
    <Tabs
      label="Rows"
      tabs={values.map((value) => ({
        value,
        label: tabLabels[value],
        count: filterRows(value).length,
      }))}
      value={tab}
      onValueChange={(value) => {
        setTab(value);
        setVisibleCount(pageSize);
      }}
    >
      {values.map((value) => (
        <TabPanel key={value} value={value}>
          {tabRows.length === 0 ? (
            <EmptyState framed icon={<CircleCheck aria-hidden />}>
              No rows to show.
            </EmptyState>
          ) : (
            <>
              <div className="rounded-lg border border-line bg-sheet">
                <DataTable
                  label="Rows"
                  columns={columns}
                  rows={tabRows.slice(0, visibleCount)}
                  getKey={({ row }) => row}
                />
              </div>
              <ShowMore
                key={value}
                noun="rows"
                more={{
                  isAvailable: visibleCount < tabRows.length,
                  pending: false,
                  error: undefined,
                  show: () => setVisibleCount(visibleCount + pageSize),
                }}
              />
            </>
          )}
        </TabPanel>
      ))}
    </Tabs>
  );
}

const columns: readonly Column<PreviewedRow>[] = [
  {
    header: 'Row',
    cell: ({ row }) => <span className="figures text-ink-soft">{row.toLocaleString('en-US')}</span>,
    stacked: '@max-2xl:col-start-2 @max-2xl:row-start-1 @max-2xl:text-right',
  },
  {
    header: 'Name',
    width: 'w-1/4',
    cell: ({ name }) => (
      <span className="block font-semibold wrap-anywhere">{name || 'No name'}</span>
    ),
    stacked: '@max-2xl:col-start-1 @max-2xl:row-start-1',
  },
  {
    header: 'Result',
    cell: ({ outcome }) => (
      <Badge tone={outcomes[outcome].tone} icon={outcomes[outcome].icon}>
        {outcomes[outcome].label}
      </Badge>
    ),
    stacked: '@max-2xl:col-span-full',
  },
  {
    header: 'Details',
    width: 'w-1/2',
    cell: (row) => (
      <span className="text-sm wrap-anywhere">
        {describeRow(row)}
        {row.warning !== null && <span className="block text-ink-soft">{row.warning}</span>}
      </span>
    ),
    stacked: '@max-2xl:col-span-full',
  },
];
