import type { Vehicle, VehicleChange, VehicleInput } from '@curbwrench/contract/vehicles/schemas';

/** The editable columns of a vehicle. */
interface VehicleColumns {
  readonly make: string;
  readonly model: string;
  readonly year: number;
  readonly type: string;
  readonly plate_number: string | null;
  readonly vin: string | null;
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
  /** Date of its last completed appointment. */
  readonly last_service: string | null;
}

/** Returns the columns that a new vehicle or a change writes; undefined ones are not changed. */
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
    is_active: fields.isActive,
  };
}

/** Returns a vehicle as the API shows it. */
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
    isActive: row.is_active,
    lastService: row.last_service,
  };
}
