import { Link } from '@tanstack/react-router';
import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { useAppointmentCounts } from '../appointments/queries.ts';
import { lazyComponent } from '../lib/lazy-component.ts';
import { paths } from '../paths.ts';
import type { AdvisorSearch } from '../searches.ts';
import { buttonClass } from '../ui/button.tsx';
import { StatRow } from '../ui/stat-row.tsx';
import { LazyPart } from '../ui/lazy-boundary.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { TabPanel, Tabs } from '../ui/tabs.tsx';
import { AvailableMechanics } from './available-mechanics.tsx';
import { boardTabs, countBoard, type BoardTabName } from './board-tabs.ts';
import { DispatchBoard } from './dispatch-board.tsx';
import { LiveMapPanel } from './live-map-panel.tsx';

const OverdueAppointments = lazyComponent(
  async () => (await import('../appointments/list/overdue-appointments.tsx')).OverdueAppointments,
);

interface AdvisorViewProps {
  /** The open tab, if the page stores it in the URL. */
  tab?: AdvisorSearch['tab'];
  onTabChange?: (tab: BoardTabName) => void;
}

/** Renders the service advisor view: the appointments by status, and the available mechanics. */
export function AdvisorView({ tab, onTabChange }: AdvisorViewProps) {
  const [ownTab, setOwnTab] = useState<BoardTabName>('pending');
  const { data, isError } = useAppointmentCounts({}, { poll: true });
  const counts = data && countBoard(data);
  return (
    <>
      <PageHeading
        title="Service Advisor"
        action={
          <Link to={paths.bookService} className={buttonClass({ variant: 'primary' })}>
            <CalendarPlus className="size-5 max-sm:hidden" aria-hidden />
            New booking
          </Link>
        }
      />
      <div className="grid gap-3">
        <StatRow
          label="Appointments by status"
          stats={boardTabs.map(({ name, label, tone }) => ({
            label,
            value: counts?.[name] ?? (isError ? null : undefined),
            tone,
          }))}
        />
        <AvailableMechanics />
        <LazyPart skeleton={<Skeleton className="h-14" />}>
          <OverdueAppointments />
        </LazyPart>
        <LiveMapPanel />
      </div>
      <Tabs
        label="Appointments by status"
        tabs={boardTabs.map(({ name, label }) => ({
          value: name,
          label,
          count: counts?.[name],
        }))}
        value={onTabChange ? (tab ?? 'pending') : ownTab}
        onValueChange={onTabChange ?? setOwnTab}
        className="mt-6"
      >
        {boardTabs.map((board) => (
          <TabPanel key={board.name} value={board.name}>
            <DispatchBoard board={board} />
          </TabPanel>
        ))}
      </Tabs>
    </>
  );
}
