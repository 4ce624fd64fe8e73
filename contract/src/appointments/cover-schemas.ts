import { z } from 'zod';
import { rowId, timeOfDay, userId } from '../fields/schemas.ts';
import { mechanicSummary } from '../people/schemas.ts';
import { appointment } from './schemas.ts';

/** A confirmed job of today whose mechanic is off, with what is proposed for it. */
export const jobToCover = z.object({
  appointment,
  /** Null: nothing fits beside the other jobs. */
  proposal: z.object({ mechanicId: z.string(), startTime: z.string() }).nullable(),
  /** Why nothing is proposed, as one sentence; null if something is. */
  reason: z.string().nullable(),
  /** When it could be done today, in order, and by whom, the best first; each as if it were the only job. */
  times: z.array(
    z.object({ startTime: z.string(), endTime: z.string(), mechanicIds: z.array(z.string()) }),
  ),
});
export type JobToCover = z.infer<typeof jobToCover>;

/** The jobs that a mechanic who is off leaves today, and who could do them. */
export const cover = z.object({
  /** Earliest first; the proposals fit together. */
  jobs: z.array(jobToCover),
  /** The mechanics who are named in the jobs. */
  mechanics: z.array(mechanicSummary),
});
export type Cover = z.infer<typeof cover>;

/** The most jobs that one request covers. */
const maxCoveredJobs = 50;

/** Which of the jobs are covered, by whom and when. */
export const coverInput = z.object({
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
    .max(maxCoveredJobs, `Please cover at most ${maxCoveredJobs} jobs at once.`)
    .refine(
      (jobs) => new Set(jobs.map(({ appointmentId }) => appointmentId)).size === jobs.length,
      'Please list each job once.',
    ),
});
export type CoverInput = z.infer<typeof coverInput>;
