import type { Vehicle, VehicleChange, VehicleInput } from '@curbwrench/contract/vehicles/schemas';

/** The editable columns of a vehicle. */
interface VehicleColumns {
  readonly make: string;
  readonly model: string;
  readonly year: number;
  readonly type: string;
  readonly plate_number: string | null;
  readonly vin: string | null;
  readonly color: string | null;
  readonly is_active: boolean;
}

type NewVehicle = Omit<VehicleInput, 'customerId'>;
type ChangedColumns = {
  readonly [Column in keyof VehicleColumns]: VehicleColumns[Column] | undefined;
};

/** A vehicle as read from the database. */
export interface VehicleState extends VehicleColumns {
  readonly id: number;
  readonly customer_id: string;
  /** The date of the vehicle's last completed appointment. */
  readonly last_service: string | null;
}

/** Returns the columns to write for a new vehicle or a change; undefined columns are not changed. */
export function toVehicleColumns(fields: NewVehicle): VehicleColumns;
export function toVehicleColumns(fields: VehicleChange): ChangedColumns;
export function toVehicleColumns(fields: VehicleChange): ChangedColumns {
  return {
    make: fields.make,
    model: fields.model,
    year: fields.year,
    type: fields.type,
    plate_number: fields.plateNumber,
    vin: fields.vin,
    color: fields.color,
    is_active: fields.isActive,
  };
}

/** Returns an error message if the model year is more than one year after the year of `date`, otherwise null. */
export function findYearProblem(year: number, date: string): string | null {
  return year > Number(date.slice(0, 4)) + 1 ? 'Year must be valid' : null;
}

/** Converts a vehicle to the form that the API returns. */
export function presentVehicle(row: VehicleState): Vehicle {
  return {
    id: row.id,
    customerId: row.customer_id,
    make: row.make,
    model: row.model,
    year: row.year,
    type: row.type,
    plateNumber: row.plate_number,
    vin: row.vin,
    color: row.color,
    isActive: row.is_active,
    lastService: row.last_service,
  };
}
