import { z } from 'zod';
import { rowId, timeOfDay, userId } from '../fields/schemas.ts';
import { mechanicSummary } from '../people/schemas.ts';
import { appointment } from './schemas.ts';

/** A confirmed job today whose mechanic is off, with the proposed mechanic and time. */
export const jobToCover = z.object({
  appointment,
  /** Null if no mechanic and time fit, given the proposals for the other jobs. */
  proposal: z.object({ mechanicId: z.string(), startTime: z.string() }).nullable(),
  /** Why nothing is proposed, as one sentence; null if something is. */
  reason: z.string().nullable(),
  /**
   * The times today at which it could be done if it were the only job, earliest first. Each time has the mechanics who
   * could do it, best first.
   */
  times: z.array(
    z.object({ startTime: z.string(), endTime: z.string(), mechanicIds: z.array(z.string()) }),
  ),
});
export type JobToCover = z.infer<typeof jobToCover>;

/** The jobs that a mechanic who is off still has today, and who else could do them. */
export const coverageProposals = z.object({
  /** Earliest first; the proposals don't conflict with each other. */
  jobs: z.array(jobToCover),
  /** The mechanics that the jobs refer to. */
  mechanics: z.array(mechanicSummary),
});
export type CoverageProposals = z.infer<typeof coverageProposals>;

/** The maximum number of jobs that one request can cover. */
const maxCoveredJobs = 50;

/** Which jobs to cover, by whom and when. */
export const coverageInput = z.object({
  jobs: z
    .array(
      z.object({
        appointmentId: rowId('Please specify which jobs to cover.'),
        mechanicId: userId('Please select a mechanic for each job.'),
        startTime: timeOfDay(),
      }),
      'Please specify which jobs to cover.',
    )
    .min(1, 'Please specify which jobs to cover.')
    .max(maxCoveredJobs, `You can cover up to ${maxCoveredJobs} jobs at once.`)
    .refine(
      (jobs) => new Set(jobs.map(({ appointmentId }) => appointmentId)).size === jobs.length,
      'Each job can be listed only once.',
    ),
});
export type CoverageInput = z.infer<typeof coverageInput>;
