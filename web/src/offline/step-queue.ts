import type { JobStepChange } from '@curbwrench/contract/appointments/schemas';
import { ApiError, getErrorMessage } from '../api/api-error.ts';
import type { QueuedStep, StepStore } from './step-store.ts';

/** The queue's dependencies. */
export interface StepQueuePorts {
  readonly store: StepStore;
  /** Sends one step; rejects with an `ApiError` if it is refused, and with another error if there was no response. */
  readonly send: (step: QueuedStep, change: JobStepChange) => Promise<unknown>;
  /** Runs `work` while no other tab of this browser runs it. */
  readonly lock: <Result>(work: () => Promise<Result>) => Promise<Result>;
  readonly makeKey: () => string;
  readonly now: () => number;
}

/** The result of submitting a step: sent, or queued until the server can be reached or until the mechanic logs in. */
export type SubmitOutcome = 'sent' | 'waiting' | 'signed-out';

/** The result of one attempt to send the queued steps. */
export interface Delivery {
  readonly sentSteps: readonly QueuedStep[];
  readonly refusals: readonly { readonly step: QueuedStep; readonly error: ApiError }[];
  /** Set if the attempt was aborted because nobody, or someone else, is signed in. */
  readonly signedOutError: ApiError | null;
  /** How many steps are still queued. */
  readonly waitingCount: number;
}

/** A step that is sent within this many milliseconds after its button was pressed doesn't include `pressedAt`. */
const maxImmediateMs = 5_000;
/**
 * The maximum time for which a step is stored, in milliseconds. The server refuses steps older than a day; the
 * remaining days give the mechanic time to read the refusal.
 */
const maxStorageMs = 7 * 24 * 3_600_000;
/** Error codes after which a step is queued until the mechanic signs in, with the second factor if they need one. */
const signedOutCodes = new Set<string | null>(['not_signed_in', 'two_factor_required']);

/**
 * Stores the steps that a mechanic submits, online or offline, and sends them in order, each exactly once.
 */
export class StepQueue {
  readonly #ports: StepQueuePorts;

  constructor(ports: StepQueuePorts) {
    this.#ports = ports;
  }

  /**
   * Stores a step, then tries to send all queued steps. Resolves when the server has accepted this step, or
   * when the step is safely stored. `onStored` is called with the step's id before anything is sent, unless the browser
   * can't store anything.
   *
   * @throws {ApiError} if the server refused this step or an earlier step of the job; in that case this step is
   *   no longer stored
   * @throws the browser's error if the step could be neither stored nor sent
   */
  async submit(
    personId: string,
    appointmentId: number,
    change: JobStepChange,
    onStored: (id: number) => void = () => undefined,
  ): Promise<SubmitOutcome> {
    const { store, makeKey, now, send } = this.#ports;
    const newStep = {
      idempotencyKey: makeKey(),
      personId,
      appointmentId,
      change,
      pressedAt: new Date(now()).toISOString(),
      refusal: null,
    };
    let id: number;
    try {
      id = await store.add(newStep);
    } catch {
      // Without storage, as in some private windows, a step works only online.
      await send({ ...newStep, id: 0 }, change);
      return 'sent';
    }
    onStored(id);
    const { signedOutError, refusals } = await this.deliver(personId);
    const refusal = refusals.find(({ step }) => step.id === id)?.error;
    if (refusal) {
      await store.remove([id]);
      throw refusal;
    }
    const stored = await store.list(personId);
    if (stored.every((step) => step.id !== id)) return 'sent';
    return signedOutError ? 'signed-out' : 'waiting';
  }

  /**
   * Removes the start of a job from the queue, unless a later step of the job is queued too. Returns whether the start
   * was removed.
   */
  withdrawStart(personId: string, appointmentId: number): Promise<boolean> {
    const { lock, store } = this.#ports;
    return lock(async () => {
      const last = (await store.list(personId)).findLast(
        (step) => step.appointmentId === appointmentId && step.refusal === null,
      );
      if (!last || !isStart(last.change)) return false;
      await store.remove([last.id]);
      return true;
    });
  }

  /**
   * Sends a person's queued steps in order. Stops at the first step that is neither accepted nor refused, so
   * that the order is kept. If a step is refused, later steps of the same job count as refused and are not sent.
   */
  deliver(personId: string): Promise<Delivery> {
    return this.#ports.lock(() => this.#deliverAll(personId));
  }

  async #deliverAll(personId: string): Promise<Delivery> {
    const { store, now } = this.#ports;
    await store.removeOlder(new Date(now() - maxStorageMs).toISOString());
    const steps = (await store.list(personId)).filter(({ refusal }) => refusal === null);
    const sentSteps: QueuedStep[] = [];
    const refusals: { step: QueuedStep; error: ApiError }[] = [];
    const summarize = (signedOutError: ApiError | null = null): Delivery => ({
      sentSteps,
      refusals,
      signedOutError,
      waitingCount: steps.length - sentSteps.length - refusals.length,
    });
    for (const step of steps) {
      if (refusals.some((each) => each.step.id === step.id)) continue;
      try {
        await this.#sendOne(step);
      } catch (error) {
        if (!(error instanceof ApiError)) return summarize();
        if (signedOutCodes.has(error.code)) return summarize(error);
        if (!isRefusal(error)) return summarize();
        const droppedSteps = steps.filter(
          ({ id, appointmentId }) => id >= step.id && appointmentId === step.appointmentId,
        );
        const refusal = getErrorMessage(error);
        await store.replace(droppedSteps.map((each) => ({ ...each, refusal })));
        refusals.push(...droppedSteps.map((each) => ({ step: each, error })));
        continue;
      }
      await store.remove([step.id]);
      sentSteps.push(step);
    }
    return summarize();
  }

  async #sendOne(step: QueuedStep): Promise<void> {
    const { now, send } = this.#ports;
    const isImmediate = now() - Date.parse(step.pressedAt) < maxImmediateMs;
    await send(step, isImmediate ? step.change : { ...step.change, pressedAt: step.pressedAt });
  }
}

/** Returns whether a step is the start of a job. */
export function isStart(change: JobStepChange): boolean {
  return 'status' in change && change.status === 'in_progress';
}

/**
 * Returns whether an error response refuses a step permanently. A response without a code comes from a proxy; a
 * busy or failing server may accept the same step later.
 */
function isRefusal({ code, status }: ApiError): boolean {
  return code !== null && status < 500 && status !== 408 && status !== 429;
}
