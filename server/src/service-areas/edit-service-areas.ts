import type { ServiceAreaInput } from '@curbwrench/contract/service-areas/schemas';
import {
  deleteServiceArea as deleteServiceAreaRow,
  insertServiceArea,
  lockServiceAreas,
  findTakenZip,
  updateServiceArea,
} from './changes.ts';
import type { Actor } from '../application/rules/actor.ts';
import { accepted, refused, type Result, type Refused } from '../application/rules/result.ts';
import {
  done,
  getCurrentTime,
  runInTransaction,
  type Context,
  type Transaction,
} from '../application/transaction.ts';
import { findCrossingProblem, toCounterclockwise } from './ring-rules.ts';

/** Creates an area and returns its id. */
export async function createServiceArea(
  context: Context,
  actor: Actor,
  submittedInput: ServiceAreaInput,
): Promise<Result<number>> {
  const checked = checkRing(submittedInput);
  if (!checked.ok) return checked;
  const input = checked.value;
  const { now } = getCurrentTime(context);
  return runInTransaction(context, actor.id, async (trx) => {
    await lockServiceAreas(trx);
    const refusal = await refuseTakenZip(trx, input, null);
    if (refusal) return refusal;
    const id = await insertServiceArea(trx, input, now);
    return done(id, [{ kind: 'area', subjectId: id }]);
  });
}

/** Changes an area. The trip fees of appointments that are already booked stay the same. */
export async function changeServiceArea(
  context: Context,
  actor: Actor,
  id: number,
  submittedInput: ServiceAreaInput,
): Promise<Result<void>> {
  const checked = checkRing(submittedInput);
  if (!checked.ok) return checked;
  const input = checked.value;
  return runInTransaction(context, actor.id, async (trx) => {
    await lockServiceAreas(trx);
    if (!(await updateServiceArea(trx, id, input))) return noSuchArea();
    const refusal = await refuseTakenZip(trx, input, id);
    if (refusal) return refusal;
    return done(undefined, [{ kind: 'area', subjectId: id }]);
  });
}

/** Deletes an area. */
export async function deleteServiceArea(
  context: Context,
  actor: Actor,
  id: number,
): Promise<Result<void>> {
  return runInTransaction(context, actor.id, async (trx) => {
    await lockServiceAreas(trx);
    if (!(await deleteServiceAreaRow(trx, id))) return noSuchArea();
    return done(undefined, [{ kind: 'area', subjectId: id }]);
  });
}

/** Returns the input with a counterclockwise ring, or a refusal if edges of the ring cross. */
function checkRing(input: ServiceAreaInput): Result<ServiceAreaInput> {
  if (input.ring === null) return accepted(input);
  const problem = findCrossingProblem(input.ring);
  if (problem !== null) return refused('invalid_request', problem, { ring: problem });
  return accepted({ ...input, ring: toCounterclockwise(input.ring) });
}

/**
 * Returns a refusal if another area already lists one of the ZIP codes. `id` identifies the area that is changed; it is
 * null for a new area.
 */
async function refuseTakenZip(
  trx: Transaction,
  { zips }: ServiceAreaInput,
  id: number | null,
): Promise<Refused | null> {
  const taken = await findTakenZip(trx, zips, id);
  if (!taken) return null;
  const message = `${taken.zip} is already in ${taken.area}; a ZIP code can belong to only one area`;
  return refused('in_use', message, { zips: message });
}

function noSuchArea(): Refused {
  return refused('not_found', 'Area not found.');
}
