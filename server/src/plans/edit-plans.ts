import type { PlanInput } from '@curbwrench/contract/plans/schemas';
import {
  archivePlan as archivePlanRow,
  insertPlan,
  lockOfferedServices,
  updatePlan,
} from './plan-changes.ts';
import type { Actor } from '../application/rules/actor.ts';
import { refused, type Result, type Refused } from '../application/rules/result.ts';
import {
  done,
  getCurrentTime,
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
  const { now } = getCurrentTime(context);
  return runInTransaction(context, actor.id, async (trx) => {
    const refusal = await refuseUnofferedServices(trx, input);
    if (refusal) return refusal;
    const id = await insertPlan(trx, input, now);
    return done(id, [{ kind: 'plan', subjectId: id }]);
  });
}

/** Changes a plan for customers who join later; the terms of current members do not change. */
export async function changePlan(
  context: Context,
  actor: Actor,
  id: number,
  input: PlanInput,
): Promise<Result<void>> {
  return runInTransaction(context, actor.id, async (trx) => {
    const refusal = await refuseUnofferedServices(trx, input);
    if (refusal) return refusal;
    if (!(await updatePlan(trx, id, input))) return noSuchPlan();
    return done(undefined, [{ kind: 'plan', subjectId: id }]);
  });
}

/** Archives a plan, so that nobody can join it anymore; the subscriptions of current members continue and renew. */
export async function archivePlan(
  context: Context,
  actor: Actor,
  id: number,
): Promise<Result<void>> {
  const { now } = getCurrentTime(context);
  return runInTransaction(context, actor.id, async (trx) => {
    if (!(await archivePlanRow(trx, id, now))) return noSuchPlan();
    return done(undefined, [{ kind: 'plan', subjectId: id }]);
  });
}

/** Returns a refusal if the plan includes a service that is not offered. */
async function refuseUnofferedServices(
  trx: Transaction,
  { services }: PlanInput,
): Promise<Refused | null> {
  const areOffered = await lockOfferedServices(
    trx,
    services.map(({ serviceId }) => serviceId),
  );
  const message = 'Please choose services that are currently offered';
  return areOffered ? null : refused('invalid_request', message, { services: message });
}

function noSuchPlan(): Refused {
  return refused('not_found', 'Plan not found.');
}
