import type { Appointment } from '@curbwrench/contract/appointments';
import { displayId } from '@curbwrench/contract/booking-rules';
import { Check, CircleParking, Navigation } from 'lucide-react';
import { sentenceOf } from '../../api/api-error.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useCurrentJobQuery } from '../../features/appointments/current-job.ts';
import { JobButton } from '../../features/appointments/job-button.tsx';
import { JobCard } from '../../features/appointments/job-card.tsx';
import { jobOffer } from '../../features/appointments/job-offer.ts';
import { JobSkeletons } from '../../features/appointments/job-skeleton.tsx';
import { navigationToasts } from '../../features/appointments/job-toasts.ts';
import { useAppointmentCounts, useAppointmentPages } from '../../features/appointments/queries.ts';
import { AppointmentRows } from '../../features/appointments/appointment-rows.tsx';
import { useToday } from '../../features/business/queries.ts';
import { useOwnJobs, useSignedInUser } from '../../features/session/queries.ts';

/** Where to go now, and where next (spec section 2, Map & Navigation). */
export function NavigationTab() {
  const query = useCurrentJobQuery();
  const current = query.data?.[0] ?? null;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <div className="grid min-w-0 gap-4">
        {current && <ActiveNavigation job={current} />}
        <section aria-labelledby="current-job" className="min-w-0">
          <h2 id="current-job" className="mb-3 text-lg">
            Current Job
          </h2>
          <Loaded
            query={query}
            skeleton={<JobSkeletons count={1} density="card" />}
            failure="We couldn't load your current job."
            causeOf={sentenceOf}
          >
            {() => (current ? <CurrentJob job={current} /> : <NoCurrentJob />)}
          </Loaded>
        </section>
      </div>
      <UpcomingJobs current={current} />
    </div>
  );
}

function ActiveNavigation({ job }: { job: Appointment }) {
  return (
    <section
      aria-labelledby="active-navigation"
      className="flex items-center gap-3 rounded-lg border border-progress-edge/60 bg-progress-wash p-4 text-progress"
    >
      <Navigation className="size-6 shrink-0" aria-hidden />
      <div className="min-w-0">
        <h2 id="active-navigation" className="text-lg">
          Active Navigation
        </h2>
        <p className="figures">Navigating to appointment {displayId(job.id)}</p>
      </div>
    </section>
  );
}

function CurrentJob({ job }: { job: Appointment }) {
  const reader = useSignedInUser();
  const today = useToday();
  const offer = jobOffer(job, reader, today, job);
  return (
    <JobCard
      appointment={job}
      facts={['service_number', 'vehicle', 'address']}
      action={
        offer && (
          <JobButton
            appointment={job}
            offer={offer}
            toasts={navigationToasts}
            variant="primary"
            size="lg"
            icon={<Check className="size-5 shrink-0" aria-hidden />}
          >
            Complete Job
          </JobButton>
        )
      }
    />
  );
}

function NoCurrentJob() {
  return (
    <div className="rounded-lg border border-dashed border-line-strong">
      <EmptyState icon={<CircleParking aria-hidden />}>You have no job in progress.</EmptyState>
    </div>
  );
}

/** Every confirmed job ahead, each with what its Navigate button waits for. */
function UpcomingJobs({ current }: { current: Appointment | null }) {
  const own = useOwnJobs();
  const pages = useAppointmentPages(
    { status: ['confirmed'], sort: 'date', ...own },
    { poll: true, pageLength: 5 },
  );
  const { data: counts } = useAppointmentCounts(own, { poll: true });
  return (
    <Panel title="Upcoming Jobs" subtitle={counts && upcomingText(counts.confirmed)} flush>
      <AppointmentRows
        label="Upcoming Jobs"
        query={pages}
        bare
        density="strip"
        placeholders={3}
        empty={null}
      >
        {(job) => <UpcomingJob job={job} current={current} />}
      </AppointmentRows>
    </Panel>
  );
}

function UpcomingJob({ job, current }: { job: Appointment; current: Appointment | null }) {
  const reader = useSignedInUser();
  const today = useToday();
  const offer = jobOffer(job, reader, today, current);
  return (
    <JobCard
      appointment={job}
      density="strip"
      level={3}
      action={
        offer && (
          <JobButton
            appointment={job}
            offer={offer}
            toasts={navigationToasts}
            narrow
            size="sm"
            icon={<Navigation className="size-4 shrink-0" aria-hidden />}
          >
            Navigate
          </JobButton>
        )
      }
    />
  );
}

function upcomingText(count: number): string {
  if (count === 0) return 'No upcoming appointments';
  return `You have ${count} upcoming ${count === 1 ? 'appointment' : 'appointments'}`;
}
