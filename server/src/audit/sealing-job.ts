import type { FastifyBaseLogger } from 'fastify';
import { sealAudit } from './changes.ts';
import type { Store } from '../database/connection/store.ts';

/** How often changes are sealed. */
const intervalMs = 1_000;

/**
 * Seals changes into the audit trail's chain within a second of their commit. Safe to run in several
 * processes at once. Returns a function that stops it.
 */
export function startSealingAudit(store: Store, log: FastifyBaseLogger): () => Promise<void> {
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= sealAudit(store.kysely)
      .catch((error: unknown) => {
        log.warn(
          { code: Reflect.get(Object(error), 'code') },
          'The audit trail could not be sealed; retrying in a second.',
        );
      })
      .finally(() => {
        running = null;
      });
  }, intervalMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
