import type { BoardDay } from '@curbwrench/contract/appointments/board-schemas';
import type { Appointment } from '@curbwrench/contract/appointments/schemas';
import { displayTime, toTimeOfDay } from '@curbwrench/contract/fields/calendar';
import { ClipboardCheck } from 'lucide-react';
import { JobCard } from '../../appointments/card/job-card.tsx';
import { missingMechanicLabelsForStaff } from '../../appointments/card/job-fields.tsx';
import { ViewDetails } from '../../appointments/card/view-details.tsx';
import { useSignedInUser } from '../../session/queries.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { Span, Spot } from './geometry.ts';
import { describeDay } from './lanes.ts';
import { canMoveJob } from './can-move-job.ts';
import { MoveButton } from './move-button.tsx';
import { attentionId, listDayParts, type DayPart, type PhoneLane } from './phone-day.ts';

interface PhoneLaneJobsProps {
  lane: PhoneLane;
  day: BoardDay;
  isMoving: (id: number) => boolean;
  onMove: (job: Appointment, spot: Spot) => void;
}

/** Lists a lane's jobs and, in a mechanic's lane, time off and free time. */
export function PhoneLaneJobs({ lane, day, isMoving, onMove }: PhoneLaneJobsProps) {
  const viewer = useSignedInUser();
  const parts: DayPart[] = lane.mechanicLane
    ? listDayParts(lane.mechanicLane)
    : // A job's span is not used below.
      lane.jobs.map((job) => ({ kind: 'job', span: { from: 0, to: 0 }, job }));
  const isAttentionLane = lane.id === attentionId;
  return (
    <>
      {lane.mechanicLane && (
        <p className="figures border-t border-line px-4 py-1.5 text-sm text-ink-soft">
          {describeDay(lane.mechanicLane)}
        </p>
      )}
      {parts.length === 0 ? (
        <div className="border-t border-line">
          <EmptyState icon={<ClipboardCheck aria-hidden />}>{getEmptyText(lane)}</EmptyState>
        </div>
      ) : (
        <ul
          aria-label={lane.name}
          className="divide-y divide-line overflow-hidden rounded-b-lg border-t border-line"
        >
          {parts.map((part) =>
            part.kind === 'job' ? (
              <li key={part.job.id} aria-busy={isMoving(part.job.id) || undefined}>
                <JobCard
                  appointment={part.job}
                  layout="row"
                  hideDate
                  level={3}
                  fields={
                    isAttentionLane
                      ? ['mechanic', 'customer_name', 'address']
                      : ['customer_name', 'address']
                  }
                  missingMechanicLabels={{
                    ...missingMechanicLabelsForStaff,
                    whenNotFound: 'Unknown',
                  }}
                  action={
                    <>
                      {canMoveJob(viewer, part.job) && !isMoving(part.job.id) && (
                        <MoveButton job={part.job} day={day} onMove={onMove} />
                      )}
                      <ViewDetails appointmentId={part.job.id} />
                    </>
                  }
                />
              </li>
            ) : (
              <li
                key={`${part.kind} ${part.span.from}`}
                className="figures bg-well px-4 py-2 text-sm text-ink-soft"
              >
                <span className="font-semibold">
                  {part.kind === 'free' ? 'Free' : (part.reason ?? 'Time off')}
                </span>{' '}
                {displaySpan(part.span)}
              </li>
            ),
          )}
        </ul>
      )}
    </>
  );
}

function displaySpan({ from, to }: Span): string {
  return `${displayTime(toTimeOfDay(from))} to ${displayTime(toTimeOfDay(to))}`;
}

function getEmptyText({ id, mechanicLane }: PhoneLane): string {
  if (id === attentionId) return 'Nothing needs attention on this day.';
  return mechanicLane
    ? 'Not working on this day. No jobs.'
    : 'Every job on this day has a mechanic.';
}
