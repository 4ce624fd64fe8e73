import type { PlanInput } from '@curbwrench/contract/plans/schemas';
import { archivePlan as archive, insertPlan, keepOnSale, updatePlan } from './plan-changes.ts';
import type { Actor } from '../application/rules/actor.ts';
import { refused, type Result, type Refused } from '../application/rules/result.ts';
import {
  done,
  momentOf,
  runInTransaction,
  type Context,
  type Transaction,
} from '../application/transaction.ts';

/** Creates a plan and returns its id. */
export async function createPlan(
  context: Context,
  actor: Actor,
  input: PlanInput,
): Promise<Result<number>> {
  const { now } = momentOf(context);
  return runInTransaction(context, actor.id, async (trx) => {
    const refusal = await whyNotIncluded(trx, input);
    if (refusal) return refusal;
    const id = await insertPlan(trx, input, now);
    return done(id, [{ kind: 'plan', subjectId: id }]);
  });
}

/** Changes a plan for customers who join from now on; current members keep their terms. */
export async function changePlan(
  context: Context,
  actor: Actor,
  id: number,
  input: PlanInput,
): Promise<Result<void>> {
  return runInTransaction(context, actor.id, async (trx) => {
    const refusal = await whyNotIncluded(trx, input);
    if (refusal) return refusal;
    if (!(await updatePlan(trx, id, input))) return noSuchPlan();
    return done(undefined, [{ kind: 'plan', subjectId: id }]);
  });
}

/** Archives a plan; current members keep it, and its renewals. */
export async function archivePlan(
  context: Context,
  actor: Actor,
  id: number,
): Promise<Result<void>> {
  const { now } = momentOf(context);
  return runInTransaction(context, actor.id, async (trx) => {
    if (!(await archive(trx, id, now))) return noSuchPlan();
    return done(undefined, [{ kind: 'plan', subjectId: id }]);
  });
}

async function whyNotIncluded(trx: Transaction, { services }: PlanInput): Promise<Refused | null> {
  const onSale = await keepOnSale(
    trx,
    services.map(({ serviceId }) => serviceId),
  );
  const message = 'Please choose services that are on sale';
  return onSale ? null : refused('invalid_request', message, { services: message });
}

function noSuchPlan(): Refused {
  return refused('not_found', 'There is no such plan.');
}
