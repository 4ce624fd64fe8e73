import { addDays, getWeekday, displayDateWithWeekday } from '@curbwrench/contract/fields/calendar';
import { isOfficeRole } from '@curbwrench/contract/people/roles';
import type { TeamMember } from '@curbwrench/contract/working-time/schemas';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { CalendarOff, ChevronLeft, ChevronRight, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { getErrorMessage } from '../api/api-error.ts';
import type { PageLoader } from '../api/lazy-page.ts';
import { getToday, useToday } from '../business/today.ts';
import { boardWeekQuery } from '../dispatch/board/queries.ts';
import { describeMechanicLoads } from '../dispatch/board/week-load.ts';
import { lazyComponent } from '../lib/lazy-component.ts';
import { getFullName } from '../lib/people.ts';
import { paths } from '../paths.ts';
import { readTeamSearch } from '../searches.ts';
import { useSessionUser } from '../session/queries.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { LazyDialog } from '../ui/lazy-boundary.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { TableSkeleton } from '../ui/table-skeleton.tsx';
import { teamWeekQuery } from '../working-time/queries.ts';
import { TeamWeek, type TeamDialog } from '../working-time/team-week.tsx';

const HoursDialog = lazyComponent(
  async () => (await import('../working-time/hours-dialog.tsx')).HoursDialog,
);
const SkillsDialog = lazyComponent(
  async () => (await import('../working-time/skills-dialog.tsx')).SkillsDialog,
);
const DayDialog = lazyComponent(
  async () => (await import('../working-time/day-dialog.tsx')).DayDialog,
);
const TimeOffDialog = lazyComponent(
  async () => (await import('../working-time/time-off-dialog.tsx')).TimeOffDialog,
);
const HolidaysDialog = lazyComponent(
  async () => (await import('../working-time/holidays-dialog.tsx')).HolidaysDialog,
);

export const loader: PageLoader = ({ read, queryClient, location }) =>
  read(teamWeekQuery(readTeamSearch({ ...location.search }).date ?? getToday(queryClient)));

type OpenDialog = TeamDialog | { readonly name: 'holidays' };

/**
 * Shows who works when, week by week, and how many jobs each mechanic has; a mechanic sees only themselves. The week is
 * in the URL.
 */
export function TeamPage() {
  const user = useSessionUser();
  const today = useToday();
  const { date = today } = useSearch({ from: paths.team });
  const query = useQuery(teamWeekQuery(date));
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const isOfficeStaff = user !== null && isOfficeRole(user.role);
  const loads = useQuery({
    ...boardWeekQuery(date),
    enabled: isOfficeStaff,
    select: describeMechanicLoads,
  });
  const people = query.data?.people ?? [];
  const [firstMember] = people;
  return (
    <>
      <PageHeading
        title={isOfficeStaff ? 'Team schedule' : 'My hours'}
        subtitle={
          isOfficeStaff ? 'Working hours and time off' : 'Your work schedule, set by the office'
        }
        action={
          <span className="flex flex-wrap gap-2">
            {isOfficeStaff && (
              <Button onClick={() => setDialog({ name: 'holidays' })}>Holidays</Button>
            )}
            {firstMember && (
              <Button
                variant="primary"
                icon={<CalendarOff className="size-5 max-sm:hidden" aria-hidden />}
                onClick={() => setDialog({ name: 'time-off', member: firstMember })}
              >
                Add time off
              </Button>
            )}
          </span>
        }
      />
      <WeekNavigation date={date} today={today} />
      <Loaded
        query={query}
        skeleton={<TableSkeleton rows={4} framed />}
        failure="We couldn't load the week."
        getCause={getErrorMessage}
      >
        {(week) =>
          week.people.length === 0 ? (
            <div className="rounded-lg border border-line bg-sheet">
              <EmptyState icon={<UsersRound aria-hidden />}>No mechanics yet.</EmptyState>
            </div>
          ) : (
            <TeamWeek
              week={week}
              loads={loads.data}
              isOfficeStaff={isOfficeStaff}
              onOpen={setDialog}
            />
          )
        }
      </Loaded>
      {loads.isError && query.data && (
        <p className="mt-3 text-sm text-alert">We couldn't load the number of jobs.</p>
      )}
      {dialog && (
        <TeamPageDialog
          dialog={dialog}
          people={people}
          date={query.data?.dates.includes(today) === false ? date : today}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  );
}

function WeekNavigation({ date, today }: { date: string; today: string }) {
  const linkClass = buttonClass({ size: 'sm' });
  const arrowClass = classNames(linkClass, 'min-w-touch');
  // Weeks start on Sunday.
  const from = addDays(date, -getWeekday(date));
  const to = addDays(from, 6);
  return (
    <nav aria-label="Week" className="mb-4 flex flex-wrap items-center gap-2">
      <Link
        to={paths.team}
        search={{ date: addDays(date, -7) }}
        className={arrowClass}
        aria-label="Previous week"
      >
        <ChevronLeft className="size-4" aria-hidden />
      </Link>
      <Link
        to={paths.team}
        search={{ date: addDays(date, 7) }}
        className={arrowClass}
        aria-label="Next week"
      >
        <ChevronRight className="size-4" aria-hidden />
      </Link>
      <p className="figures px-1 font-semibold">
        {displayDateWithWeekday(from)} to {displayDateWithWeekday(to)}
      </p>
      {(today < from || today > to) && (
        <Link to={paths.team} search={{}} className={linkClass}>
          This week
        </Link>
      )}
    </nav>
  );
}

interface TeamPageDialogProps {
  dialog: OpenDialog;
  people: readonly TeamMember[];
  /** The initial start date in the time-off dialog. */
  date: string;
  onClose: () => void;
}

function TeamPageDialog({ dialog, people, date, onClose }: TeamPageDialogProps) {
  return (
    <LazyDialog onClose={onClose}>
      {dialog.name === 'hours' && <HoursDialog member={dialog.member} onClose={onClose} />}
      {dialog.name === 'skills' && (
        <SkillsDialog
          member={dialog.member}
          knownSkills={people.flatMap(({ skills }) => skills)}
          onClose={onClose}
        />
      )}
      {dialog.name === 'day' && (
        <DayDialog member={dialog.member} date={dialog.date} onClose={onClose} />
      )}
      {dialog.name === 'time-off' && (
        <TimeOffDialog
          people={people.map((person) => ({ id: person.id, name: getFullName(person) }))}
          mechanicId={dialog.member.id}
          date={date}
          onClose={onClose}
        />
      )}
      {dialog.name === 'holidays' && <HolidaysDialog onClose={onClose} />}
    </LazyDialog>
  );
}
