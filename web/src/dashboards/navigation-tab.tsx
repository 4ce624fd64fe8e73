import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { displayId } from '@curbwrench/contract/fields/display-id';
import { straightLineMeters } from '@curbwrench/contract/places/distance';
import { readCoordinates } from '@curbwrench/contract/places/location';
import { isPrecise } from '@curbwrench/contract/places/precision';
import { Check, CircleParking, Navigation, Route } from 'lucide-react';
import { getErrorMessage } from '../api/api-error.ts';
import { findMechanicStep } from '../appointments/actions/mechanic-step.ts';
import { JobButton } from '../appointments/actions/job-button.tsx';
import { navigationToasts } from '../appointments/actions/job-toasts.ts';
import { CallCustomer } from '../appointments/card/call-customer.tsx';
import { JobCard } from '../appointments/card/job-card.tsx';
import { getAddress, getDestination } from '../appointments/card/job-fields.tsx';
import { JobSkeletons } from '../appointments/card/job-skeleton.tsx';
import { applyQueuedSteps } from '../appointments/actions/queued-job.ts';
import { useBlockingJob, useCurrentJobQuery } from '../appointments/current-job.ts';
import { PagedAppointments } from '../appointments/list/paged-appointments.tsx';
import { useAppointmentCounts, useAppointmentPages } from '../appointments/queries.ts';
import { useBusiness } from '../business/queries.ts';
import { useToday } from '../business/today.ts';
import { displayDistance } from '../lib/distance.ts';
import { lazyComponent } from '../lib/lazy-component.ts';
import { directionsUrl } from '../lib/maps-app.ts';
import { QueuedStepNotices } from '../offline/queued-step-notices.tsx';
import { useQueuedSteps } from '../offline/queued-steps.ts';
import { useOwnJobsFilter, useSignedInUser } from '../session/queries.ts';
import { CurrentLocation } from '../tracking/current-location.tsx';
import { useOwnPosition } from '../tracking/queries.ts';
import { buttonClass } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { LazyPart } from '../ui/lazy-boundary.tsx';
import { Panel } from '../ui/panel.tsx';
import { MapSkeleton } from '../maps/map-skeleton.tsx';

// Loaded on demand, because it contains the map library, which is large.
const JobsMap = lazyComponent(async () => (await import('./jobs-map.tsx')).JobsMap);

/**
 * Shows today's jobs on a map, the mechanic's location, the current job and the upcoming jobs. Links open the
 * phone's maps app.
 */
export function NavigationTab() {
  const query = useCurrentJobQuery();
  const current = query.data?.[0] ?? null;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <div className="grid min-w-0 gap-4">
        {current && <ActiveNavigation job={current} />}
        <LazyPart skeleton={<MapSkeleton className="h-80 lg:h-104" />}>
          <JobsMap />
        </LazyPart>
        <section aria-labelledby="current-job" className="min-w-0">
          <h2 id="current-job" className="mb-3 text-lg">
            Current Job
          </h2>
          <Loaded
            query={query}
            skeleton={<JobSkeletons count={1} layout="card" />}
            failure="We couldn't load your current job."
            getCause={getErrorMessage}
          >
            {() => (current ? <CurrentJob job={current} /> : <NoCurrentJob />)}
          </Loaded>
        </section>
      </div>
      <div className="grid min-w-0 gap-6">
        <CurrentLocation />
        <UpcomingJobs />
      </div>
    </div>
  );
}

function ActiveNavigation({ job }: { job: Appointment }) {
  return (
    <section
      aria-labelledby="active-navigation"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-lg border border-progress-edge/60 bg-progress-wash p-4 text-progress"
    >
      <div className="flex min-w-0 items-center gap-3">
        <Navigation className="size-6 shrink-0" aria-hidden />
        <div className="min-w-0">
          <h2 id="active-navigation" className="text-lg">
            Active Navigation
          </h2>
          <p className="figures">Navigating to appointment {displayId(job.id)}</p>
          <DistanceToJob job={job} />
        </div>
      </div>
      <Directions job={job} />
    </section>
  );
}

function CurrentJob({ job }: { job: Appointment }) {
  const viewer = useSignedInUser();
  const today = useToday();
  const jobWithQueuedSteps = applyQueuedSteps(job, useQueuedSteps(job.id));
  const step = findMechanicStep(jobWithQueuedSteps, viewer, today, job);
  return (
    <JobCard
      appointment={job}
      fields={['service_number', 'vehicle', 'address']}
      action={
        <>
          <CallCustomer customer={job.customer} size="lg" />
          {step && (
            <JobButton
              appointment={job}
              step={step}
              toasts={navigationToasts}
              variant="primary"
              size="lg"
              icon={<Check className="size-5 shrink-0" aria-hidden />}
            >
              Complete Job
            </JobButton>
          )}
        </>
      }
    >
      <QueuedStepNotices appointmentId={job.id} />
    </JobCard>
  );
}

/** Links to directions in the phone's maps app. */
function Directions({ job, isSmall = false }: { job: Appointment; isSmall?: boolean }) {
  return (
    <a
      href={directionsUrl(getDestination(job) ?? getAddress(job))}
      target="_blank"
      rel="noreferrer"
      aria-label={`${isSmall ? 'Navigate' : 'Open directions'} to ${displayId(job.id)} (opens your maps app)`}
      className={buttonClass({ size: isSmall ? 'sm' : 'md' })}
    >
      <Route className="size-4 shrink-0" aria-hidden />
      {isSmall ? 'Navigate' : 'Open directions'}
    </a>
  );
}

/** Shows the distance from the mechanic to a job, if both positions are known. */
function DistanceToJob({ job, className }: { job: Appointment; className?: string }) {
  const { data: position } = useOwnPosition();
  const { currency } = useBusiness();
  const destination = readCoordinates(job.location);
  if (!position || !destination) return null;
  const distance = displayDistance(straightLineMeters(position, destination), currency);
  return (
    <p className={classNames('figures text-sm', className)}>
      {isPrecise(job.placePrecision) ? distance : `About ${distance}`} away
      <span className="sr-only"> in a straight line</span>
    </p>
  );
}

function NoCurrentJob() {
  return (
    <EmptyState framed icon={<CircleParking aria-hidden />}>
      You don't have a job in progress.
    </EmptyState>
  );
}

/** Lists all confirmed jobs from today onward, each with directions. */
function UpcomingJobs() {
  const current = useBlockingJob();
  const upcomingFilters = { when: 'upcoming', ...useOwnJobsFilter() } as const;
  const pages = useAppointmentPages(
    { status: ['confirmed'], sort: 'date', ...upcomingFilters },
    { poll: true, pageSize: 5 },
  );
  const { data: counts } = useAppointmentCounts(upcomingFilters, { poll: true });
  return (
    <Panel title="Upcoming Jobs" subtitle={counts && upcomingText(counts.confirmed)} flush>
      <PagedAppointments
        label="Upcoming Jobs"
        pages={pages}
        isUnframed
        layout="strip"
        skeletonRows={3}
        empty={null}
      >
        {(job) => <UpcomingJob job={job} current={current} />}
      </PagedAppointments>
    </Panel>
  );
}

/** Shows a job. "Navigate" starts the job if it can be started today; otherwise it only opens directions. */
function UpcomingJob({
  job,
  current,
}: {
  job: Appointment;
  current: Pick<Appointment, 'id'> | null;
}) {
  const viewer = useSignedInUser();
  const today = useToday();
  const jobWithQueuedSteps = applyQueuedSteps(job, useQueuedSteps(job.id));
  const step = findMechanicStep(jobWithQueuedSteps, viewer, today, current);
  return (
    <JobCard
      appointment={job}
      layout="strip"
      level={3}
      action={
        <div className="flex flex-col items-end gap-1">
          {step?.name === 'start' && step.reason === null ? (
            <JobButton
              appointment={job}
              step={step}
              toasts={navigationToasts}
              isNarrow
              size="sm"
              icon={<Navigation className="size-4 shrink-0" aria-hidden />}
            >
              Navigate
            </JobButton>
          ) : (
            <Directions job={job} isSmall />
          )}
          <DistanceToJob job={job} className="text-ink-soft" />
        </div>
      }
    />
  );
}

function upcomingText(count: number): string {
  if (count === 0) return 'No upcoming appointments';
  return `You have ${count} upcoming ${count === 1 ? 'appointment' : 'appointments'}`;
}
