import type { ServiceChange, ServiceInput } from '@curbwrench/contract/services';
import { announce } from '../db/outbox-changes.ts';
import { archiveService, insertService, updateService } from '../db/service-changes.ts';
import { accepted, refused, type Outcome } from '../domain/outcome.ts';
import { momentOf, perform, type Context } from './transaction.ts';

/** Puts a service on sale, and answers its id. */
export async function createService(
  context: Context,
  input: ServiceInput,
): Promise<Outcome<number>> {
  const { now } = momentOf(context);
  return perform(context, async (trx) => {
    const { id } = await insertService(trx, input, now);
    await announce(trx, [{ kind: 'service', subjectId: id }], now);
    return accepted(id);
  });
}

/** Changes a service. What was booked keeps its price and its time. */
export async function changeService(
  context: Context,
  id: number,
  change: ServiceChange,
): Promise<Outcome<void>> {
  const { now } = momentOf(context);
  return perform(context, async (trx) => {
    if (!(await updateService(trx, id, change))) {
      return refused('not_found', 'There is no such service.');
    }
    await announce(trx, [{ kind: 'service', subjectId: id }], now);
    return accepted(undefined);
  });
}

/** Takes a service off sale. */
export async function deleteService(context: Context, id: number): Promise<Outcome<void>> {
  const { now } = momentOf(context);
  return perform(context, async (trx) => {
    if (!(await archiveService(trx, id, now))) {
      return refused('not_found', 'There is no such service.');
    }
    await announce(trx, [{ kind: 'service', subjectId: id }], now);
    return accepted(undefined);
  });
}
