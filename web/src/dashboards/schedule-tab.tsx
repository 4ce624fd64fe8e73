import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { useQuery } from '@tanstack/react-query';
import { CalendarOff } from 'lucide-react';
import { getErrorMessage } from '../api/api-error.ts';
import { pollIntervalMs } from '../api/polling.ts';
import { JobSkeletons } from '../appointments/card/job-skeleton.tsx';
import { applyQueuedSteps } from '../appointments/actions/queued-job.ts';
import { useBlockingJob, useCurrentJob } from '../appointments/current-job.ts';
import { dayQuery } from '../appointments/queries.ts';
import {
  dayGroupLabels,
  dayGroups,
  groupDay,
  type DayGroup,
} from '../appointments/schedule/mechanic-day.ts';
import { ScheduleJob } from '../appointments/schedule/schedule-job.tsx';
import { useToday } from '../business/today.ts';
import { OtherJobsStepNotices } from '../offline/queued-step-notices.tsx';
import { useQueuedSteps } from '../offline/queued-steps.ts';
import { useOwnJobsFilter } from '../session/queries.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { RestoreFocus } from '../ui/restore-focus.tsx';
import { RowList } from '../ui/row-list.tsx';
import { WeekStrip } from './week-strip.tsx';

/** Shows today's jobs by group, the current one first and largest, and the number of jobs on each day of the week. */
export function ScheduleTab() {
  const today = useToday();
  const query = useQuery({
    ...dayQuery(today, useOwnJobsFilter()),
    refetchInterval: pollIntervalMs,
  });
  const current = useCurrentJob();
  const blockingJob = useBlockingJob();
  const steps = useQueuedSteps();
  const withQueuedSteps = (job: Appointment) => applyQueuedSteps(job, steps);
  const groupJobs = (appointments: readonly Appointment[]) =>
    groupDay(appointments.map(withQueuedSteps), current && withQueuedSteps(current));
  const shownJobs = Object.values(groupJobs(query.data ?? [])).flat();
  return (
    <div className="grid gap-6">
      <section aria-labelledby="todays" className="min-w-0">
        {/* On a phone, the next job matters more than the heading, which repeats the tab. */}
        <h2 id="todays" className="mb-2 text-lg max-sm:sr-only">
          Today's Appointments
        </h2>
        {/* Shown even if the jobs can't be loaded, for example offline after midnight. */}
        {!query.isPending && <OtherJobsStepNotices shownIds={shownJobs.map(({ id }) => id)} />}
        <Loaded
          query={query}
          skeleton={<JobSkeletons count={2} layout="card" />}
          failure="We couldn't load your appointments."
          getCause={getErrorMessage}
        >
          {(appointments) => (
            // Starting or completing a job moves its row to another group, which would lose focus.
            <RestoreFocus>
              <Day groups={groupJobs(appointments)} blockingJob={blockingJob} />
            </RestoreFocus>
          )}
        </Loaded>
      </section>
      <WeekStrip />
    </div>
  );
}

interface DayProps {
  groups: Record<DayGroup, Appointment[]>;
  /** The job that has to be completed before another can be started. */
  blockingJob: Pick<Appointment, 'id'> | null;
}

function Day({ groups, blockingJob }: DayProps) {
  const cardJob = groups.in_progress[0] ?? groups.upcoming[0];
  const nonEmptyGroups = dayGroups.filter((group) => groups[group].length > 0);
  if (nonEmptyGroups.length === 0) {
    return (
      <EmptyState framed icon={<CalendarOff aria-hidden />}>
        You don't have any appointments scheduled for today.
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-6">
      {nonEmptyGroups.map((group) => (
        <section key={group} aria-labelledby={`today-${group}`} className="min-w-0">
          <h3 id={`today-${group}`} className="mb-2 font-sans text-sm font-semibold text-ink-soft">
            {dayGroupLabels[group]} ({groups[group].length})
          </h3>
          <GroupJobs jobs={groups[group]} cardJob={cardJob} blockingJob={blockingJob} />
        </section>
      ))}
    </div>
  );
}

interface GroupJobsProps {
  jobs: readonly Appointment[];
  /** The day's current or next job, which is shown as a full card if it is in this group. */
  cardJob: Appointment | undefined;
  /** The job that has to be completed before another can be started. */
  blockingJob: Pick<Appointment, 'id'> | null;
}

function GroupJobs({ jobs, cardJob, blockingJob }: GroupJobsProps) {
  const rest = jobs.filter((job) => job.id !== cardJob?.id);
  return (
    <div className="grid gap-3">
      {cardJob && rest.length < jobs.length && (
        <ScheduleJob appointment={cardJob} currentJob={blockingJob} layout="card" />
      )}
      {rest.length > 0 && (
        <RowList>
          {rest.map((job) => (
            <ScheduleJob key={job.id} appointment={job} currentJob={blockingJob} layout="row" />
          ))}
        </RowList>
      )}
    </div>
  );
}
