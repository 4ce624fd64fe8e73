import type {
  FileSource,
  ImportBatch,
  PlannedRow,
} from '@curbwrench/contract/customer-files/schemas';
import { storeImportedData, insertCustomers } from '../accounts/changes/customer-changes.ts';
import { storeImportedAddresses } from '../appointments/changes/customer-address-changes.ts';
import { personChanged } from '../application/events.ts';
import type { Actor } from '../application/rules/actor.ts';
import { refused, type Result } from '../application/rules/result.ts';
import {
  done,
  getCurrentTime,
  runInTransaction,
  type Context,
  type Transaction,
} from '../application/transaction.ts';
import { lockAllNewPeople } from '../database/locks.ts';
import { getReadScope } from '../database/read-scope.ts';
import type { OutboxEvent } from '../database/outbox-changes.ts';
import { insertVehicles, updateVehicle } from '../vehicles/changes.ts';
import { findYearProblem } from '../vehicles/rules.ts';
import { insertExternalCustomerIds, insertTransfer } from './customer-file-changes.ts';
import { claimPreview } from './preview-changes.ts';
import { findTakenIds, loadExistingCustomers } from './existing-customer-queries.ts';
import { ExistingCustomers, type ExistingCustomer } from './rules/existing-customers.ts';
import { applyPlan, planRow, type RowPlan } from './rules/plan-row.ts';

/**
 * Imports the next rows of a previewed file. Returns the numbers of the rows that were skipped because their customer
 * has changed and importing them would no longer do what the preview said. What each row does is decided again in this
 * transaction; other imports and new customers wait until it ends. Sending the same batch again adds nothing. The
 * import is refused, and nothing is recorded, unless this person was shown its preview within the last day.
 */
export async function importCustomers(
  context: Context,
  actor: Actor,
  { importId, source, total, rows }: ImportBatch,
): Promise<Result<number[]>> {
  const { now, local } = getCurrentTime(context);
  for (const { row, vehicle } of rows) {
    const problem = vehicle && findYearProblem(vehicle.year, local.date);
    if (problem) return refused('invalid_request', `Row ${row}: ${problem}`);
  }
  return runInTransaction(context, actor.id, async (trx) => {
    if (!(await claimPreview(trx, actor.id, importId))) {
      return refused(
        'not_found',
        'This preview is no longer available. Please choose the file again.',
      );
    }
    await lockAllNewPeople(trx);
    const existingCustomers = new ExistingCustomers();
    await loadExistingCustomers(trx, existingCustomers, source, rows, { shouldLock: true });
    const storedCustomers = new Map(
      existingCustomers.list().map((customer) => [customer.id, structuredClone(customer)]),
    );
    const skippedRows = applyRows(
      rows,
      existingCustomers,
      await findTakenIds(trx, listNewIds(rows)),
    );
    await insertTransfer(trx, { id: importId, kind: 'import', source, rowCount: total }, now);
    const events = await saveCustomers(
      trx,
      { actor, source, now },
      existingCustomers,
      storedCustomers,
    );
    return done(skippedRows, events);
  });
}

/** Applies rows to the existing customers. Returns the numbers of the rows that no longer match their preview. */
function applyRows(
  rows: readonly PlannedRow[],
  existingCustomers: ExistingCustomers,
  takenIds: ReadonlySet<string>,
): number[] {
  const skippedRows: number[] = [];
  for (const planned of rows) {
    const plan = planRow(planned, existingCustomers);
    const id = planned.customerId;
    if (plan.outcome === 'same' && plan.customer.id === id) continue;
    const canAdd = plan.outcome !== 'new' || !(takenIds.has(id) || existingCustomers.has(id));
    if (plan.outcome !== 'refused' && canAdd && matchesPreview(plan, planned)) {
      applyPlan(planned, plan, existingCustomers, id);
    } else {
      skippedRows.push(planned.row);
    }
  }
  return skippedRows;
}

function matchesPreview(
  { outcome, customer, adds }: Exclude<RowPlan, { outcome: 'refused' }>,
  planned: PlannedRow,
): boolean {
  return (
    outcome === planned.outcome &&
    (customer === null || customer.id === planned.customerId) &&
    adds.length === planned.adds.length &&
    adds.every((addition) => planned.adds.includes(addition))
  );
}

function listNewIds(rows: readonly PlannedRow[]): string[] {
  return rows.flatMap(({ outcome, customerId }) => (outcome === 'new' ? [customerId] : []));
}

interface SavingContext {
  readonly actor: Actor;
  readonly source: FileSource;
  readonly now: Date;
}

/**
 * Stores what was added to the existing customers, and returns the events. `storedCustomers` contains the customers in the
 * database, as they were before the import.
 */
async function saveCustomers(
  trx: Transaction,
  { actor, source, now }: SavingContext,
  existingCustomers: ExistingCustomers,
  storedCustomers: ReadonlyMap<string, ExistingCustomer>,
): Promise<OutboxEvent[]> {
  const customers = existingCustomers.list();
  const toRecord = (customer: ExistingCustomer) => ({
    id: customer.id,
    firstName: customer.firstName,
    lastName: customer.lastName,
    email: customer.email,
    phone: customer.phones[0] ?? null,
    otherPhones: customer.phones.slice(1),
    notes: customer.notes,
  });
  const newCustomers = customers.filter(({ addedByRow }) => addedByRow !== null);
  const updatedCustomers = customers.filter((customer) => {
    const before = storedCustomers.get(customer.id);
    return before !== undefined && isRecordChanged(before, customer);
  });
  if (newCustomers.length > 0) await insertCustomers(trx, newCustomers.map(toRecord), now);
  if (updatedCustomers.length > 0) await storeImportedData(trx, updatedCustomers, now);

  const addresses = customers.flatMap(({ id, address }) =>
    address !== null && (storedCustomers.get(id)?.address ?? null) === null
      ? [{ customerId: id, address }]
      : [],
  );
  if (addresses.length > 0) await storeImportedAddresses(trx, addresses, now);
  const externalIds = customers.flatMap((customer) =>
    [...customer.externalIds]
      .filter((externalId) => !storedCustomers.get(customer.id)?.externalIds.has(externalId))
      .map((externalId) => ({ customerId: customer.id, externalId })),
  );
  if (externalIds.length > 0) await insertExternalCustomerIds(trx, source, externalIds);

  const vehicleEvents = await saveVehicles(trx, { actor, source, now }, customers, storedCustomers);
  const lastNewCustomer = newCustomers.at(-1);
  return [
    // One event is enough to refresh customer lists: nobody can have opened a new customer's page yet.
    ...(lastNewCustomer ? [personChanged(lastNewCustomer.id)] : []),
    ...updatedCustomers.map(({ id }) => personChanged(id)),
    ...vehicleEvents,
  ];
}

async function saveVehicles(
  trx: Transaction,
  { actor, now }: SavingContext,
  customers: readonly ExistingCustomer[],
  storedCustomers: ReadonlyMap<string, ExistingCustomer>,
): Promise<OutboxEvent[]> {
  const belongsToStoredCustomer = ({ customerId }: { customerId: string }) =>
    storedCustomers.has(customerId);
  const newVehicles = customers.flatMap((customer) =>
    customer.vehicles
      .filter(({ id }) => id === null)
      .map((vehicle) => ({ ...vehicle, customerId: customer.id })),
  );
  const insertedVehicles =
    newVehicles.length > 0 ? await insertVehicles(trx, newVehicles, now) : [];
  const updatedVehicles: { id: number; customerId: string }[] = [];
  for (const customer of customers) {
    const storedVehicles = storedCustomers.get(customer.id)?.vehicles ?? [];
    for (const [index, { id, plateNumber, vin, color }] of customer.vehicles.entries()) {
      const before = storedVehicles[index];
      if (id === null || !before) continue;
      if (before.plateNumber === plateNumber && before.vin === vin && before.color === color) {
        continue;
      }
      await updateVehicle(trx, getReadScope(actor), id, { plateNumber, vin, color });
      updatedVehicles.push({ id, customerId: customer.id });
    }
  }
  const changedVehicles = [...insertedVehicles.filter(belongsToStoredCustomer), ...updatedVehicles];
  return changedVehicles.map(({ id, customerId }) => ({
    kind: 'vehicle',
    subjectId: id,
    customerId,
  }));
}

function isRecordChanged(before: ExistingCustomer, after: ExistingCustomer): boolean {
  return (
    before.email !== after.email ||
    before.notes !== after.notes ||
    before.phones.length !== after.phones.length
  );
}
