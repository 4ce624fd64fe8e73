import type {
  CoverageProposals,
  JobToCover,
} from '@curbwrench/contract/appointments/coverage-schemas';
import { displayId } from '@curbwrench/contract/fields/display-id';
import { displayTime } from '@curbwrench/contract/fields/calendar';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { getErrorMessage } from '../../api/api-error.ts';
import { FormProblem } from '../../forms/form-problem.tsx';
import { useFormRequest } from '../../forms/use-form-request.ts';
import { getFullName, getGreetingName } from '../../lib/people.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { KeyTag } from '../../ui/key-tag.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { getCustomerName, getServiceName, getVehicleName } from '../card/job-fields.tsx';
import {
  chooseTime,
  findConflicts,
  getChoice,
  toCoverageInput,
  type CoverageChanges,
  type CoverageChoice,
} from './coverage-choices.ts';
import { useCoverageProposals, useCoverJobs } from './queries.ts';

interface CoverageDialogProps {
  mechanic: { readonly id: string; readonly firstName: string; readonly lastName: string };
  onClose: () => void;
}

/** Proposes a mechanic and a time for each job of a mechanic who is off today, and confirms them all together. */
export function CoverageDialog({ mechanic, onClose }: CoverageDialogProps) {
  const query = useCoverageProposals(mechanic.id);
  const [changes, setChanges] = useState<CoverageChanges>(new Map());
  const coverJobs = useCoverJobs(mechanic.id);
  const jobs = query.data ? toCoverageInput(query.data, changes) : [];
  const conflicts = query.data ? findConflicts(query.data, changes) : new Map<number, string>();
  const { handleSubmit, isPending, problem } = useFormRequest(useForm(), async () => {
    try {
      await coverJobs.mutateAsync(jobs);
    } catch (error) {
      // The proposals are out of date: read new ones.
      await query.refetch();
      setChanges(new Map());
      throw error;
    }
    showToast(toToast(jobs.length, query.data?.jobs.length ?? 0));
    onClose();
  });

  return (
    <FormDialog
      title={`Reassign ${getGreetingName(mechanic)}'s jobs`}
      description="Here's the best fit for today's jobs. Make any changes, then confirm all jobs at once."
      wide
      className="grid gap-4"
      action="Confirm all"
      disabledReason={getDisabledReason(query.data, jobs.length, conflicts.size)}
      pending={isPending}
      pendingLabel="Confirming..."
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <FormProblem>{problem && `${problem} The suggestions below have been updated.`}</FormProblem>
      <Loaded
        query={query}
        skeleton={<CoverageSkeleton />}
        failure="We couldn't load the jobs."
        getCause={getErrorMessage}
      >
        {(data) =>
          data.jobs.length === 0 ? (
            <EmptyState icon={<CircleCheck aria-hidden />}>
              {getFullName(mechanic)} has no jobs left today.
            </EmptyState>
          ) : (
            <ul className="grid gap-3">
              {data.jobs.map((job) => (
                <JobChoice
                  key={job.appointment.id}
                  job={job}
                  proposals={data}
                  choice={getChoice(job, changes)}
                  conflict={conflicts.get(job.appointment.id)}
                  onChoose={(choice) =>
                    setChanges((previous) => new Map(previous).set(job.appointment.id, choice))
                  }
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </FormDialog>
  );
}

function getDisabledReason(
  data: CoverageProposals | undefined,
  chosenCount: number,
  conflictCount: number,
): string | null {
  if (!data) return 'The jobs are still loading.';
  if (data.jobs.length === 0) return 'There are no jobs to reassign.';
  if (chosenCount === 0) return 'Choose a mechanic for at least one job.';
  return conflictCount > 0 ? 'Two jobs at the same time are assigned to the same mechanic.' : null;
}

function toToast(coveredCount: number, totalCount: number) {
  const remainingCount = totalCount - coveredCount;
  return {
    title: coveredCount === 1 ? '1 job reassigned' : `${coveredCount} jobs reassigned`,
    description:
      remainingCount === 0
        ? 'Customers and mechanics have been notified.'
        : `${remainingCount === 1 ? '1 job still needs' : `${remainingCount} jobs still need`} attention.`,
  };
}

interface JobChoiceProps {
  job: JobToCover;
  proposals: CoverageProposals;
  choice: CoverageChoice;
  /** Why this choice conflicts with the choice for another job, in one sentence. */
  conflict: string | undefined;
  onChoose: (choice: CoverageChoice) => void;
}

/** Renders a job with the selects for its time and mechanic. */
function JobChoice({ job, proposals, choice, conflict, onChoose }: JobChoiceProps) {
  const { appointment, reason, times } = job;
  const { id, startTime, endTime } = appointment;
  const time = times.find((each) => each.startTime === choice?.startTime);
  const warning = choice ? conflict : (reason ?? 'Left for later. This job still needs attention.');
  return (
    <li className="rounded-md border border-line bg-sheet p-4 sm:grid sm:grid-cols-[minmax(0,1fr)_minmax(0,25rem)] sm:gap-x-6">
      <div className="min-w-0">
        <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1 max-sm:justify-between">
          <h3 className="figures font-display text-lg font-bold whitespace-nowrap">
            {displayTime(startTime)}
            <span className="font-medium text-ink-soft"> – {displayTime(endTime)}</span>
          </h3>
          <KeyTag>{displayId(id)}</KeyTag>
        </div>
        <p className="font-semibold wrap-anywhere">{getServiceName(appointment)}</p>
        <p className="text-sm wrap-anywhere text-ink-soft">
          {getCustomerName(appointment)}, {getVehicleName(appointment.vehicle)}
        </p>
      </div>
      {times.length > 0 && (
        <div className="grid gap-3 max-sm:mt-3 sm:grid-cols-[12.5rem_minmax(0,1fr)]">
          <Field label="Time">
            {(control) => (
              <Select
                {...control}
                aria-label={`Time for ${displayId(id)}`}
                value={choice?.startTime ?? ''}
                onChange={({ target }) => onChoose(chooseTime(job, choice, target.value))}
              >
                <option value="">Leave for later</option>
                {times.map((each) => (
                  <option key={each.startTime} value={each.startTime}>
                    {toTimeText(each.startTime, startTime)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label="Mechanic">
            {(control) => (
              <Select
                {...control}
                aria-label={`Mechanic for ${displayId(id)}`}
                placeholder="Choose a time first"
                disabled={!time}
                value={choice?.mechanicId ?? ''}
                onChange={({ target }) =>
                  choice && onChoose({ ...choice, mechanicId: target.value })
                }
              >
                {time?.mechanicIds.map((mechanicId) => (
                  <option key={mechanicId} value={mechanicId}>
                    {getMechanicName(proposals, mechanicId)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
      )}
      <p
        aria-live="polite"
        className="mt-2 text-sm font-medium text-waiting sm:col-span-2 [&:not(:has(span))]:hidden"
      >
        {warning !== undefined && (
          <span className="inline-flex items-start gap-1.5">
            <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
            {warning}
          </span>
        )}
      </p>
    </li>
  );
}

/** Returns '2:00 PM', or '2:00 PM (new)' if it differs from the job's original time. */
function toTimeText(time: string, originalTime: string): string {
  return time === originalTime ? displayTime(time) : `${displayTime(time)} (new)`;
}

function getMechanicName({ mechanics }: CoverageProposals, mechanicId: string): string {
  const mechanic = mechanics.find(({ id }) => id === mechanicId);
  return mechanic ? getFullName(mechanic) : 'Unknown Mechanic';
}

function CoverageSkeleton() {
  return (
    <div className="grid gap-3">
      <Skeleton className="h-40" />
      <Skeleton className="h-40" />
    </div>
  );
}
