import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { getErrorMessage } from '../api/api-error.ts';
import { useOnReconnect } from '../api/connection.ts';
import { showToast } from '../ui/toast-store.ts';
import { deliverSteps, listenToOtherTabs, refreshSteps, useQueuedSteps } from './queued-steps.ts';
import type { Delivery } from './step-queue.ts';

/** The exponential backoff between attempts: its first and its maximum delay, in milliseconds. */
const initialRetryDelayMs = 5_000;
const maxRetryDelayMs = 60_000;

/**
 * Sends the steps that were queued while offline: when a page opens or is shown again, when the device is back
 * online, and at growing intervals while any step is queued. Renders nothing.
 */
export function StepSender({ personId }: { personId: string }) {
  const client = useQueryClient();
  const sender = useRef<Sender>(null);
  const lastWaitingId = useQueuedSteps().findLast(({ refusal }) => refusal === null)?.id;

  useEffect(() => {
    const newSender = new Sender(() => deliverSteps(client, personId));
    sender.current = newSender;
    void refreshSteps(personId);
    newSender.sendNow();
    const handleOnline = () => newSender.sendNow();
    const handleVisible = () => document.visibilityState === 'visible' && newSender.sendNow();
    const stopListening = listenToOtherTabs((changed) => {
      if (changed === personId) void refreshSteps(personId);
    });
    addEventListener('online', handleOnline);
    document.addEventListener('visibilitychange', handleVisible);
    return () => {
      removeEventListener('online', handleOnline);
      document.removeEventListener('visibilitychange', handleVisible);
      stopListening();
      newSender.stop();
    };
  }, [client, personId]);
  useOnReconnect(useCallback(() => sender.current?.sendNow(), []));

  // A step that was just queued, because it could not be sent immediately, is retried later.
  useEffect(() => {
    if (lastWaitingId !== undefined) sender.current?.sendLater();
  }, [lastWaitingId]);

  return null;
}

/** Sends a person's steps with `deliver`, and retries with exponential backoff while any is queued. */
export class Sender {
  readonly #deliver: () => Promise<Delivery>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #delay = initialRetryDelayMs;
  #isStopped = false;

  constructor(deliver: () => Promise<Delivery>) {
    this.#deliver = deliver;
  }

  sendNow(): void {
    this.#delay = initialRetryDelayMs;
    void this.#attempt();
  }

  sendLater(): void {
    clearTimeout(this.#timer);
    if (!this.#isStopped) this.#timer = setTimeout(() => void this.#attempt(), this.#delay);
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  async #attempt(): Promise<void> {
    clearTimeout(this.#timer);
    // Null if the browser's storage failed. We then don't know whether any steps are queued, so we retry.
    const delivery = await this.#deliver().catch(() => null);
    const firstRefusal = delivery?.refusals[0];
    if (firstRefusal) {
      const description = getErrorMessage(firstRefusal.error);
      showToast({ title: 'Update not recorded', description, destructive: true });
    }
    // There is nothing to retry until the mechanic signs in; signing in reloads the page, which sends the steps again.
    if (delivery && (delivery.waitingCount === 0 || delivery.signedOutError)) return;
    this.sendLater();
    this.#delay = Math.min(this.#delay * 2, maxRetryDelayMs);
  }
}
