import { pressedByHeader } from '@curbwrench/contract/appointments/pressed-by';
import type { JobStepChange } from '@curbwrench/contract/appointments/schemas';
import type { QueryClient } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { request } from '../api/request.ts';
import { randomId } from '../lib/random-id.ts';
import { StepQueue, type Delivery, type SubmitOutcome } from './step-queue.ts';
import { openStepStore, type QueuedStep } from './step-store.ts';

/** How long to wait for a response before a step is considered not sent, in milliseconds. */
const sendTimeoutMs = 10_000;
const lockName = 'queued-steps';

const noSteps: readonly QueuedStep[] = [];
/** The stored steps of the person whose pages are shown. */
let storedSteps: readonly QueuedStep[] = noSteps;
/** The stored steps, except new ones that are being sent. */
let queuedSteps: readonly QueuedStep[] = noSteps;
/** The ids of new steps that are being sent. */
const sendingIds = new Set<number>();
const listeners = new Set<() => void>();
const store = openStepStore(globalThis.indexedDB);
const queue = new StepQueue({
  store,
  send: ({ appointmentId, personId, idempotencyKey }, change) =>
    // The header names who pressed the button, so that the server refuses it if someone else is signed in.
    request('changeAppointment', {
      params: { id: appointmentId },
      body: change,
      headers: { 'idempotency-key': idempotencyKey, [pressedByHeader]: personId },
      signal: AbortSignal.timeout(sendTimeoutMs),
    }),
  lock: (work) =>
    // Pages loaded without TLS have no Web Locks; there, the idempotency key alone prevents duplicates.
    'locks' in navigator ? navigator.locks.request(lockName, work) : work(),
  makeKey: randomId,
  now: Date.now,
});
let channel: BroadcastChannel | undefined;

/** Opened on first use, because the server also loads this module, to render pages. */
function getChannel(): BroadcastChannel {
  return (channel ??= new BroadcastChannel(lockName));
}

/**
 * Sends a step of a job, or stores it until it can be sent. Resolves when the screens are up to date.
 *
 * @throws {ApiError} if the step was refused
 */
export async function submitStep(
  client: QueryClient,
  personId: string,
  appointmentId: number,
  change: JobStepChange,
): Promise<SubmitOutcome> {
  let storedId: number | undefined;
  const submission = queue.submit(personId, appointmentId, change, (id) => {
    storedId = id;
    sendingIds.add(id);
    void refreshStepsInAllTabs(personId);
  });
  const outcome = await submission.catch(() => null);
  if (outcome !== 'waiting') await refetchJobs(client);
  if (storedId !== undefined) sendingIds.delete(storedId);
  await refreshStepsInAllTabs(personId);
  return submission;
}

/**
 * Undoes the start of a job: removes the start from the queue if it has not been sent, or else asks the server to undo
 * it. Resolves when the screens are up to date.
 *
 * @throws {ApiError} if the server refused to undo the start
 */
export async function undoStart(
  client: QueryClient,
  personId: string,
  appointmentId: number,
): Promise<void> {
  // Without storage, nothing is queued.
  const wasQueued = await queue.withdrawStart(personId, appointmentId).catch(() => false);
  const undo = () =>
    request('changeAppointment', {
      params: { id: appointmentId },
      body: { startUndone: true },
      signal: AbortSignal.timeout(sendTimeoutMs),
    });
  if (wasQueued) {
    await refreshStepsInAllTabs(personId);
    // If only the response was lost, the server has recorded the start.
    void undo().then(
      () => refetchJobs(client),
      () => undefined,
    );
    return;
  }
  try {
    await undo();
  } finally {
    await refetchJobs(client);
  }
}

/** Sends the queued steps; returns how many are still queued, and which were refused. */
export async function deliverSteps(client: QueryClient, personId: string): Promise<Delivery> {
  const delivery = await queue.deliver(personId);
  if (delivery.sentSteps.length + delivery.refusals.length > 0) {
    await refetchJobs(client);
    await refreshStepsInAllTabs(personId);
  }
  return delivery;
}

/** Removes refused steps whose notices the person has dismissed. */
export async function dismissSteps(personId: string, ids: readonly number[]): Promise<void> {
  await store.remove(ids);
  await refreshStepsInAllTabs(personId);
}

/** Reads the person's steps again and updates this tab's screens. */
export async function refreshSteps(personId: string): Promise<void> {
  storedSteps = await store.list(personId).catch(() => noSteps);
  queuedSteps = storedSteps.filter(({ id }) => !sendingIds.has(id));
  for (const listener of listeners) listener();
}

/** Calls `onChange` whenever another tab has changed a person's steps; returns a function that unsubscribes. */
export function listenToOtherTabs(onChange: (personId: unknown) => void): () => void {
  const handle = ({ data }: MessageEvent<unknown>) => onChange(data);
  getChannel().addEventListener('message', handle);
  return () => getChannel().removeEventListener('message', handle);
}

/**
 * Returns the signed-in person's steps that are queued or were refused, for one job or for all jobs. A new step
 * that is being sent is left out, so that its button or dialog remains until the server has responded.
 */
export function useQueuedSteps(appointmentId?: number): readonly QueuedStep[] {
  return useFilteredSteps(appointmentId, () => queuedSteps);
}

/** Returns the same as `useQueuedSteps` for one job, plus a new step that is being sent. */
export function useStoredSteps(appointmentId: number): readonly QueuedStep[] {
  return useFilteredSteps(appointmentId, () => storedSteps);
}

function useFilteredSteps(
  appointmentId: number | undefined,
  getSteps: () => readonly QueuedStep[],
): readonly QueuedStep[] {
  const steps = useSyncExternalStore(subscribe, getSteps, () => noSteps);
  return useMemo(
    () =>
      appointmentId === undefined
        ? steps
        : steps.filter((step) => step.appointmentId === appointmentId),
    [steps, appointmentId],
  );
}

/** Refetches the data that a step changes. Until the data arrives, a step that was sent is still shown as queued. */
async function refetchJobs(client: QueryClient): Promise<void> {
  await Promise.all(
    ['appointment', 'mechanic', 'payment', 'user'].map((key) =>
      client.invalidateQueries({ queryKey: [key] }),
    ),
  );
}

/** Updates the screens of this tab and of the other tabs. */
async function refreshStepsInAllTabs(personId: string): Promise<void> {
  await refreshSteps(personId);
  getChannel().postMessage(personId);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
