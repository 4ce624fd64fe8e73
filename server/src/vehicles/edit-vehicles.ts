import { displayId } from '@curbwrench/contract/fields/display-id';
import { isOfficeRole } from '@curbwrench/contract/people/roles';
import type { VehicleChange, VehicleInput } from '@curbwrench/contract/vehicles/schemas';
import { claimKey, storeReply } from '../database/idempotency-changes.ts';
import { lockCustomer } from '../database/locks.ts';
import { getReadScope } from '../database/read-scope.ts';
import {
  archiveVehicle,
  insertVehicle,
  lockVehicle,
  findOpenAppointment,
  updateVehicle,
} from './changes.ts';
import type { CurrentTime } from '../application/rules/business-time.ts';
import type { Actor } from '../application/rules/actor.ts';
import type { IdempotencyKey } from '../database/rules/idempotency-key.ts';
import { findVehicle, type VehicleRow } from './queries.ts';
import { findYearProblem } from './rules.ts';
import { refused, type Result, type Refused } from '../application/rules/result.ts';
import {
  done,
  getCurrentTime,
  runInTransaction,
  type Context,
} from '../application/transaction.ts';

/** A request to add a vehicle. */
export interface NewVehicleRequest {
  readonly input: VehicleInput;
  /** Null when the client sent no Idempotency-Key. */
  readonly idempotencyKey: IdempotencyKey | null;
  /** Returns the exact text of the reply, which is stored so that a repeated request gets the same bytes. */
  readonly createReply: (vehicle: VehicleRow) => string;
}

/**
 * Adds a vehicle and returns the reply. The office can add vehicles for any customer; customers only for themselves. A
 * repeated request with the same key adds nothing and returns the first reply.
 */
export async function addVehicle(
  context: Context,
  actor: Actor,
  { input, idempotencyKey, createReply }: NewVehicleRequest,
): Promise<Result<string>> {
  const currentTime = getCurrentTime(context);
  const customerId = isOfficeRole(actor.role) ? input.customerId : actor.id;
  const refusal = checkModelYear(input.year, currentTime);
  if (refusal) return refusal;
  return runInTransaction(context, actor.id, async (trx) => {
    const previous = idempotencyKey && (await claimKey(trx, idempotencyKey));
    if (previous?.hasSameBody) return done(previous.reply, []);
    if (previous) {
      return refused('idempotency_mismatch', 'That key was already used for a different vehicle.');
    }
    if (customerId === undefined || !(await lockCustomer(trx, customerId))) {
      return refused('invalid_request', 'Please select a customer', {
        customerId: 'Please select a customer',
      });
    }
    const id = await insertVehicle(trx, customerId, input, currentTime.now);
    const vehicle = await findVehicle(trx, { kind: 'all' }, id);
    if (!vehicle) throw new Error('The inserted vehicle is missing.');
    const reply = createReply(vehicle);
    if (idempotencyKey) await storeReply(trx, idempotencyKey, reply, currentTime.now);
    return done(reply, [{ kind: 'vehicle', subjectId: id, customerId }]);
  });
}

/** Changes a vehicle. */
export async function changeVehicle(
  context: Context,
  actor: Actor,
  id: number,
  change: VehicleChange,
): Promise<Result<void>> {
  const currentTime = getCurrentTime(context);
  const refusal = checkModelYear(change.year, currentTime);
  if (refusal) return refusal;
  return runInTransaction(context, actor.id, async (trx) => {
    const customerId = await updateVehicle(trx, getReadScope(actor), id, change);
    if (customerId === null) return refused('not_found', 'Vehicle not found.');
    return done(undefined, [{ kind: 'vehicle', subjectId: id, customerId }]);
  });
}

/** Archives a vehicle, unless it has an open appointment. */
export async function deleteVehicle(
  context: Context,
  actor: Actor,
  id: number,
): Promise<Result<void>> {
  const currentTime = getCurrentTime(context);
  return runInTransaction(context, actor.id, async (trx) => {
    const customerId = await lockVehicle(trx, getReadScope(actor), id);
    if (customerId === null) return refused('not_found', 'Vehicle not found.');
    const openId = await findOpenAppointment(trx, id);
    if (openId !== null) {
      return refused('in_use', `This vehicle still has an open appointment, ${displayId(openId)}.`);
    }
    await archiveVehicle(trx, id, currentTime.now);
    return done(undefined, [{ kind: 'vehicle', subjectId: id, customerId }]);
  });
}

/** Returns a refusal if the model year is after the next calendar year. */
function checkModelYear(year: number | undefined, currentTime: CurrentTime): Refused | null {
  const problem = year === undefined ? null : findYearProblem(year, currentTime.local.date);
  return problem === null ? null : refused('invalid_request', problem, { year: problem });
}
