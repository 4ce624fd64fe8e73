import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { useAppointmentCounts } from '../appointments/queries.ts';
import { lazyComponent } from '../lib/lazy-component.ts';
import { paths } from '../paths.ts';
import type { AdvisorSearch } from '../searches.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { StatRow } from '../ui/stat-row.tsx';
import { LazyPart } from '../ui/lazy-boundary.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { TabPanel, Tabs } from '../ui/tabs.tsx';
import { AvailableMechanics } from './available-mechanics.tsx';
import { BoardPanel } from './board/board-panel.tsx';
import { statusTabs, countByTab, type StatusTabName } from './status-tabs.ts';
import { StatusTabContent } from './status-tab-content.tsx';
import { LiveMapPanel } from './live-map-panel.tsx';
import { TodaySummary } from './today-summary.tsx';

const OverdueAppointments = lazyComponent(
  async () => (await import('../appointments/list/overdue-appointments.tsx')).OverdueAppointments,
);

interface AdvisorViewProps {
  /** What the board shows. If the window is too narrow for both, the lists are hidden while the board is shown. */
  view: AdvisorSearch['view'];
  onViewChange: (view: AdvisorSearch['view']) => void;
  tab: StatusTabName;
  onTabChange: (tab: StatusTabName) => void;
}

/**
 * Renders the service advisor view: the board, the appointments by status, and the available mechanics. Where there is
 * room, the live map is beside them.
 */
export function AdvisorView({ view, onViewChange, tab, onTabChange }: AdvisorViewProps) {
  const { data, isError } = useAppointmentCounts({}, { poll: true });
  const counts = data && countByTab(data);
  const tabs = useRef<HTMLDivElement>(null);
  const listClass = view && 'max-lg:hidden';
  return (
    <>
      <PageHeading
        title="Service Advisor"
        action={
          <Button className="lg:hidden" onClick={() => onViewChange(view ? undefined : 'board')}>
            {view ? 'List view' : 'Board view'}
          </Button>
        }
      />
      <TodaySummary />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-6 min-[105rem]:grid-cols-[minmax(0,1fr)_26rem] min-[105rem]:grid-rows-[auto_auto_1fr]">
        <BoardPanel view={view} />
        <div className={classNames('grid gap-3', listClass)}>
          <h2 className="text-lg">All appointments</h2>
          <StatRow
            label="Appointments by status"
            stats={statusTabs.map(({ name, label, tone }) => ({
              label,
              value: counts?.[name] ?? (isError ? null : undefined),
              tone,
              renderLink: (link) => (
                <Link
                  to={paths.serviceAdvisor}
                  search={(before) => ({ ...before, tab: name })}
                  resetScroll={false}
                  onClick={() => tabs.current?.scrollIntoView({ block: 'start' })}
                  {...link}
                />
              ),
            }))}
          />
          <AvailableMechanics />
          <LazyPart skeleton={<Skeleton className="h-14" />}>
            <OverdueAppointments />
          </LazyPart>
        </div>
        <div
          className={classNames(
            'min-w-0 max-[105rem]:mt-3 min-[105rem]:sticky min-[105rem]:top-4 min-[105rem]:col-start-2 min-[105rem]:row-span-3 min-[105rem]:row-start-1',
            listClass,
          )}
        >
          <LiveMapPanel />
        </div>
        <div ref={tabs} className={classNames('mt-6 min-w-0 scroll-mt-16', listClass)}>
          <Tabs
            label="Appointments by status"
            tabs={statusTabs.map(({ name, label }) => ({
              value: name,
              label,
              count: counts?.[name],
            }))}
            value={tab}
            onValueChange={onTabChange}
          >
            {statusTabs.map((statusTab) => (
              <TabPanel key={statusTab.name} value={statusTab.name}>
                <StatusTabContent tab={statusTab} />
              </TabPanel>
            ))}
          </Tabs>
        </div>
      </div>
    </>
  );
}
