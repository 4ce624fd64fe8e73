import type { JobStepChange } from '@curbwrench/contract/appointments/schemas';
import { displayId } from '@curbwrench/contract/fields/display-id';
import { Clock } from 'lucide-react';
import { useQueryClient } from '@tanstack/react-query';
import { Fragment, useEffect, useState } from 'react';
import { useBusiness } from '../business/queries.ts';
import { displayTimeIn } from '../lib/business-time.ts';
import { Button } from '../ui/button.tsx';
import { Callout } from '../ui/callout.tsx';
import { isStart } from './step-queue.ts';
import { undoStartWithToast } from './undo-start.ts';
import { dismissSteps, useQueuedSteps, useStoredSteps } from './queued-steps.ts';
import type { QueuedStep } from './step-store.ts';

/** Shows a job's queued steps and its refused steps, each with the time when its button was pressed. */
export function QueuedStepNotices({ appointmentId }: { appointmentId: number }) {
  const steps = useStoredSteps(appointmentId);
  const waiting = steps.filter(({ refusal }) => refusal === null);
  const refused = steps.filter(({ refusal }) => refusal !== null);
  return (
    <>
      {waiting.length > 0 && <WaitingSteps steps={waiting} />}
      {refused.length > 0 && <RefusedSteps steps={refused} />}
    </>
  );
}

/** Shows the queued and refused steps of jobs that aren't on the screen, for example after a reassignment. */
export function OtherJobsStepNotices({ shownIds }: { shownIds: readonly number[] }) {
  const others = useQueuedSteps().filter(({ appointmentId }) => !shownIds.includes(appointmentId));
  const ids = [...new Set(others.map(({ appointmentId }) => appointmentId))];
  return ids.map((id) => {
    const steps = others.filter(({ appointmentId }) => appointmentId === id);
    const waiting = steps.filter(({ refusal }) => refusal === null);
    const refused = steps.filter(({ refusal }) => refusal !== null);
    return (
      <Fragment key={id}>
        {waiting.length > 0 && <WaitingSteps steps={waiting} label={displayId(id)} />}
        {refused.length > 0 && <RefusedSteps steps={refused} />}
      </Fragment>
    );
  });
}

/** The delay before a notice appears. While online, a step is sent sooner, and its notice would only flash. */
const noticeDelayMs = 1_000;

interface WaitingStepsProps {
  steps: readonly QueuedStep[];
  /** Names the job; left out if the screen already shows it. */
  label?: string;
}

function WaitingSteps({ steps, label }: WaitingStepsProps) {
  const { timeZone } = useBusiness();
  const client = useQueryClient();
  const last = steps.at(-1);
  const [isShown, setIsShown] = useState(() =>
    steps.some(({ pressedAt }) => Date.now() - Date.parse(pressedAt) > noticeDelayMs),
  );
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), noticeDelayMs);
    return () => clearTimeout(timer);
  }, []);
  if (!isShown) return null;
  return (
    <div
      role="status"
      className="flex items-start gap-2 rounded-md border border-progress-edge/60 bg-progress-wash px-3 py-2.5 text-sm text-progress"
    >
      <Clock className="mt-0.5 size-4 shrink-0" aria-hidden />
      <div className="grid min-w-0 gap-0.5">
        <p className="figures font-semibold">
          {label && `${label}: `}
          {describeSteps(steps, timeZone)}
        </p>
        <p>Not sent yet. We'll send it when you're back online.</p>
        {last && isStart(last.change) && (
          <div className="mt-1">
            <Button
              size="sm"
              aria-label={`Undo the start of ${displayId(last.appointmentId)}`}
              onClick={() => void undoStartWithToast(client, last.personId, last.appointmentId)}
            >
              Undo
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}

function RefusedSteps({ steps }: { steps: readonly QueuedStep[] }) {
  const { timeZone } = useBusiness();
  const [first] = steps;
  if (!first) return null;
  const { personId, appointmentId } = first;
  return (
    <Callout tone="alert" title={`${displayId(appointmentId)}: update not recorded`}>
      <p className="figures">{describeSteps(steps, timeZone)}</p>
      {listRefusals(steps).map((message) => (
        <p key={message}>{message}</p>
      ))}
      <div className="mt-1">
        <Button
          size="sm"
          aria-label={`Dismiss the message about ${displayId(appointmentId)}`}
          onClick={() =>
            void dismissSteps(
              personId,
              steps.map(({ id }) => id),
            )
          }
        >
          Dismiss
        </Button>
      </div>
    </Callout>
  );
}

/** Returns 'Started at 9:05 AM · Arrived at 9:20 AM'. */
export function describeSteps(
  steps: readonly Pick<QueuedStep, 'change' | 'pressedAt'>[],
  timeZone: string,
): string {
  return steps
    .map(({ change, pressedAt }) => `${getLabel(change)} at ${displayTimeIn(timeZone, pressedAt)}`)
    .join(' · ');
}

/** Returns the steps' refusal messages, without duplicates. */
export function listRefusals(steps: readonly Pick<QueuedStep, 'refusal'>[]): string[] {
  return [...new Set(steps.flatMap(({ refusal }) => refusal ?? []))];
}

function getLabel(change: JobStepChange): string {
  if ('arrived' in change) return 'Arrived';
  return change.status === 'in_progress' ? 'Started' : 'Completed';
}
