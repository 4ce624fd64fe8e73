import type {
  CoverageProposals,
  JobToCover,
} from '@curbwrench/contract/appointments/coverage-schemas';
import { toTimeOfDay } from '@curbwrench/contract/fields/calendar';
import type { Actor } from '../application/rules/actor.ts';
import type { CurrentTime } from '../application/rules/business-time.ts';
import type { AppointmentRow } from '../appointments/queries/appointment-rows.ts';
import { presentAppointment } from '../appointments/routes/appointment-view.ts';
import { presentMechanicSummary } from '../mechanics/mechanic-view.ts';
import type { MechanicRow } from '../mechanics/queries.ts';
import type { CoverageProposal } from '../scheduling/rules/coverage.ts';
import type { CoverageOption } from '../scheduling/rules/coverage-steps.ts';

/** Returns the proposals as the office sees them, with the appointments and mechanics to which they refer. */
export function presentCoverage(
  proposals: readonly CoverageProposal[],
  appointments: readonly AppointmentRow[],
  mechanics: readonly MechanicRow[],
  viewer: Actor,
  currentTime: CurrentTime,
): CoverageProposals {
  const optionMechanicIds = new Set(
    proposals.flatMap(({ options }) => options.map(({ mechanicId }) => mechanicId)),
  );
  return {
    jobs: proposals.flatMap(({ job, step, reason, options }) =>
      appointments
        .filter(({ id }) => id === job.appointmentId)
        .map((row) => ({
          appointment: presentAppointment(row, viewer, currentTime),
          proposal: step && {
            mechanicId: step.mechanicId,
            startTime: toTimeOfDay(step.interval.from),
          },
          reason,
          times: toTimes(options),
        })),
    ),
    mechanics: mechanics.filter(({ id }) => optionMechanicIds.has(id)).map(presentMechanicSummary),
  };
}

/** Groups options by time, earliest first. */
function toTimes(options: readonly CoverageOption[]): JobToCover['times'] {
  const ends = new Map(options.map(({ interval }) => [interval.from, interval.to]));
  return [...ends]
    .toSorted(([a], [b]) => a - b)
    .map(([from, to]) => ({
      startTime: toTimeOfDay(from),
      endTime: toTimeOfDay(to),
      mechanicIds: options
        .filter(({ interval }) => interval.from === from)
        .map(({ mechanicId }) => mechanicId),
    }));
}
