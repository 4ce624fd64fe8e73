import { displayId } from '@curbwrench/contract/fields/display-id';
import { isDispatchRole } from '@curbwrench/contract/people/roles';
import type { VehicleChange, VehicleInput } from '@curbwrench/contract/vehicles/schemas';
import { lockCustomer } from '../database/locks.ts';
import { getReadScope } from '../database/read-scope.ts';
import {
  archiveVehicle,
  insertVehicle,
  lockVehicle,
  findOpenAppointment,
  updateVehicle,
} from './changes.ts';
import type { Moment } from '../application/rules/business-time.ts';
import type { Actor } from '../application/rules/actor.ts';
import { refused, type Result, type Refused } from '../application/rules/result.ts';
import {
  done,
  getCurrentMoment,
  runInTransaction,
  type Context,
} from '../application/transaction.ts';

/** Adds a vehicle and returns its id. Dispatch adds it for the given customer, a customer for themselves. */
export async function addVehicle(
  context: Context,
  actor: Actor,
  input: VehicleInput,
): Promise<Result<number>> {
  const moment = getCurrentMoment(context);
  const customerId = isDispatchRole(actor.role) ? input.customerId : actor.id;
  const refusal = refuseYearTooFar(input.year, moment);
  if (refusal) return refusal;
  return runInTransaction(context, actor.id, async (trx) => {
    if (customerId === undefined || !(await lockCustomer(trx, customerId))) {
      return refused('invalid_request', 'Please select a customer', {
        customerId: 'Please select a customer',
      });
    }
    const id = await insertVehicle(trx, customerId, input, moment.now);
    return done(id, [{ kind: 'vehicle', subjectId: id, customerId }]);
  });
}

/** Changes a vehicle. */
export async function changeVehicle(
  context: Context,
  actor: Actor,
  id: number,
  change: VehicleChange,
): Promise<Result<void>> {
  const moment = getCurrentMoment(context);
  const refusal = refuseYearTooFar(change.year, moment);
  if (refusal) return refusal;
  return runInTransaction(context, actor.id, async (trx) => {
    const customerId = await updateVehicle(trx, getReadScope(actor), id, change);
    if (customerId === null) return refused('not_found', 'There is no such vehicle.');
    return done(undefined, [{ kind: 'vehicle', subjectId: id, customerId }]);
  });
}

/** Archives a vehicle, unless it has an open appointment. */
export async function deleteVehicle(
  context: Context,
  actor: Actor,
  id: number,
): Promise<Result<void>> {
  const moment = getCurrentMoment(context);
  return runInTransaction(context, actor.id, async (trx) => {
    const customerId = await lockVehicle(trx, getReadScope(actor), id);
    if (customerId === null) return refused('not_found', 'There is no such vehicle.');
    const open = await findOpenAppointment(trx, id);
    if (open !== null) {
      return refused('in_use', `Appointment ${displayId(open)} is for this vehicle.`);
    }
    await archiveVehicle(trx, id, moment.now);
    return done(undefined, [{ kind: 'vehicle', subjectId: id, customerId }]);
  });
}

/** Returns a refusal if the model year is after the next calendar year. */
function refuseYearTooFar(year: number | undefined, moment: Moment): Refused | null {
  const lastYear = Number(moment.local.date.slice(0, 4)) + 1;
  return year !== undefined && year > lastYear
    ? refused('invalid_request', 'Year must be valid', { year: 'Year must be valid' })
    : null;
}
