import { extractPhoneDigits, maxPhones } from '@curbwrench/contract/customers/phone-number';
import type { Addition, ImportRow } from '@curbwrench/contract/customer-files/schemas';
import type { ExistingCustomer, ExistingCustomers, ExistingVehicle } from './existing-customers.ts';

/** What importing a row would do. */
export type RowPlan =
  | { readonly outcome: 'new'; readonly customer: null; readonly adds: readonly Addition[] }
  | {
      readonly outcome: 'updates' | 'same';
      readonly customer: ExistingCustomer;
      readonly adds: readonly Addition[];
      /** A warning if the customer was found by the email address but has a different name. */
      readonly warning: string | null;
    }
  | { readonly outcome: 'refused'; readonly reason: string };

const staffReason = 'This person is a member of your team.';
const unverifiedReason = "This customer hasn't verified their email address yet.";
const deactivatedReason = "This customer's account is deactivated. Reactivate it first.";

/**
 * Decides what importing a row would do. A customer is recognized by their id in the program that wrote the file,
 * otherwise by the email address, otherwise by the name and a phone number. An existing customer gets only the values that
 * they don't have yet. Nothing is overwritten, and a deactivated customer gets nothing.
 */
export function planRow(input: ImportRow, existingCustomers: ExistingCustomers): RowPlan {
  const match = findCustomer(input, existingCustomers);
  if (typeof match === 'string') return { outcome: 'refused', reason: match };
  if (match) {
    const adds = listAdditions(input, match);
    if (adds.length > 0 && !match.isActive)
      return { outcome: 'refused', reason: deactivatedReason };
    const warning = findNameWarning(input, match, existingCustomers);
    return { outcome: adds.length > 0 ? 'updates' : 'same', customer: match, adds, warning };
  }
  if (input.externalId === null && input.email === null && input.phones.length === 0) {
    return {
      outcome: 'refused',
      reason: 'Without an email address or a phone number, this customer could be added twice.',
    };
  }
  return { outcome: 'new', customer: null, adds: [] };
}

/** Applies a plan to the existing customers. A new customer gets the id `newId`. */
export function applyPlan(
  input: ImportRow,
  plan: Exclude<RowPlan, { outcome: 'refused' }>,
  existingCustomers: ExistingCustomers,
  newId: string,
): void {
  const customer = plan.customer ?? existingCustomers.addNew(newId, input);
  const phones = input.phones.filter((phone) => !hasPhone(customer, phone));
  customer.phones.push(...phones.slice(0, maxPhones - customer.phones.length));
  customer.email ??= input.email;
  customer.notes ??= input.notes;
  if (customer.address === null && input.address !== null) customer.address = input.address;
  if (input.externalId !== null) customer.externalIds.add(input.externalId);
  if (input.vehicle) {
    const vehicle = findVehicle(input.vehicle, customer);
    if (!vehicle) customer.vehicles.push({ ...input.vehicle, id: null, isRemoved: false });
    else if (!vehicle.isRemoved) {
      vehicle.plateNumber ??= input.vehicle.plateNumber;
      vehicle.vin ??= input.vehicle.vin;
      vehicle.color ??= input.vehicle.color;
    }
  }
  existingCustomers.addToIndexes(customer);
}

/** Returns the customer a row refers to, null if there is none, or the reason why the row can't be imported. */
function findCustomer(
  input: ImportRow,
  existingCustomers: ExistingCustomers,
): ExistingCustomer | string | null {
  const { externalId, email, phones } = input;
  if (externalId !== null) {
    const customer = existingCustomers.findByExternalId(externalId);
    if (customer?.isStaff) return staffReason;
    if (customer) return customer.isVerified ? customer : unverifiedReason;
  }
  // A different id in the same program means a different customer, even with the same email address or number.
  const isPossible = (customer: ExistingCustomer) =>
    externalId === null || customer.externalIds.size === 0 || customer.externalIds.has(externalId);
  if (email !== null) {
    const withSameEmail = existingCustomers.findByEmail(email);
    if (withSameEmail.some(({ isStaff }) => isStaff)) return staffReason;
    const candidates = withSameEmail.filter(isPossible);
    if (candidates.length === 1) return candidates[0] ?? null;
    if (candidates.length > 1) {
      const withSameName = candidates.filter((customer) =>
        existingCustomers.findByName(input).includes(customer),
      );
      if (withSameName.length === 1) return withSameName[0] ?? null;
      return `${candidates.length} of your customers have this email address.`;
    }
  }
  const withSameNameAndPhone = existingCustomers
    .findByName(input)
    .filter((customer) => phones.some((phone) => hasPhone(customer, phone)));
  if (withSameNameAndPhone.some(({ isStaff }) => isStaff)) return staffReason;
  const candidates = withSameNameAndPhone.filter(isPossible);
  if (candidates.length > 1) {
    return `${candidates.length} of your customers have this name and phone number.`;
  }
  return candidates[0] ?? null;
}

function findNameWarning(
  input: ImportRow,
  customer: ExistingCustomer,
  existingCustomers: ExistingCustomers,
): string | null {
  const { externalId, email } = input;
  const hasSameId =
    externalId !== null && existingCustomers.findByExternalId(externalId) === customer;
  const hasSameName = existingCustomers.findByName(input).includes(customer);
  if (email === null || email !== customer.email || hasSameId || hasSameName) return null;
  return `Same email address as ${`${customer.firstName} ${customer.lastName}`.trim()}.`;
}

function listAdditions(input: ImportRow, customer: ExistingCustomer): Addition[] {
  const adds: Addition[] = [];
  if (customer.email === null && input.email !== null) adds.push('email');
  const hasRoom = customer.phones.length < maxPhones;
  if (hasRoom && input.phones.some((phone) => !hasPhone(customer, phone))) adds.push('phone');
  if (customer.address === null && input.address !== null) adds.push('address');
  if (customer.notes === null && input.notes !== null) adds.push('notes');
  if (input.vehicle) {
    const vehicle = findVehicle(input.vehicle, customer);
    if (!vehicle) adds.push('vehicle');
    else if (hasNewDetails(input.vehicle, vehicle)) adds.push('vehicleDetails');
  }
  const { externalId } = input;
  if (externalId !== null && externalId !== customer.id && !customer.externalIds.has(externalId)) {
    adds.push('externalId');
  }
  return adds;
}

function hasPhone(customer: ExistingCustomer, phone: string): boolean {
  const digits = extractPhoneDigits(phone);
  return customer.phones.some((each) => extractPhoneDigits(each) === digits);
}

type VehicleFields = NonNullable<ImportRow['vehicle']>;

/**
 * Returns the customer's vehicle that is the same as the row's: by VIN, otherwise by plate, otherwise by year, make and
 * model. A removed vehicle counts too, so that an import does not bring it back.
 */
function findVehicle(
  vehicle: VehicleFields,
  { vehicles }: ExistingCustomer,
): ExistingVehicle | null {
  const normalize = (text: string | null) => text?.replaceAll(/[\s-]/g, '').toUpperCase() ?? null;
  const vin = normalize(vehicle.vin);
  const plate = normalize(vehicle.plateNumber);
  const isSameModel = (other: ExistingVehicle) =>
    other.year === vehicle.year &&
    other.make.toLowerCase() === vehicle.make.toLowerCase() &&
    other.model.toLowerCase() === vehicle.model.toLowerCase();
  const differs = (one: string | null, other: string | null) =>
    one !== null && other !== null && one !== other;
  return (
    (vin !== null && vehicles.find((other) => normalize(other.vin) === vin)) ||
    (plate !== null &&
      vehicles.find(
        (other) => normalize(other.plateNumber) === plate && !differs(vin, normalize(other.vin)),
      )) ||
    vehicles.find(
      (other) =>
        isSameModel(other) &&
        !differs(vin, normalize(other.vin)) &&
        !differs(plate, normalize(other.plateNumber)),
    ) ||
    null
  );
}

function hasNewDetails(vehicle: VehicleFields, existingVehicle: ExistingVehicle): boolean {
  if (existingVehicle.isRemoved) return false;
  return (['plateNumber', 'vin', 'color'] as const).some(
    (field) => existingVehicle[field] === null && vehicle[field] !== null,
  );
}
