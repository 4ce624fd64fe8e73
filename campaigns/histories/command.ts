import type { Role } from './model.ts';

/** One thing that one person asks of the business. */
export type Command = { readonly actor: string } & (
  | {
      readonly kind: 'book';
      readonly customerId: string;
      readonly vehicleId: number;
      readonly serviceId: number;
      readonly date: string;
      readonly from: number;
    }
  | { readonly kind: 'assign'; readonly id: number; readonly mechanicId: string }
  | {
      readonly kind: 'reschedule';
      readonly id: number;
      readonly date: string;
      readonly from: number;
    }
  | { readonly kind: 'cancel'; readonly id: number; readonly reason: string | null }
  | { readonly kind: 'unassign' | 'start' | 'complete'; readonly id: number }
  | { readonly kind: 'notes'; readonly id: number; readonly notes: string }
  | { readonly kind: 'status'; readonly status: 'available' | 'offline' | 'on_job' }
  | { readonly kind: 'role'; readonly userId: string; readonly role: Role }
  | { readonly kind: 'standing'; readonly userId: string; readonly active: boolean }
  | { readonly kind: 'mechanicWork'; readonly userId: string; readonly works: boolean }
  | { readonly kind: 'changeService'; readonly id: number; readonly change: ServiceChange }
  | { readonly kind: 'archiveService'; readonly id: number }
  | { readonly kind: 'addVehicle'; readonly customerId: string }
  | { readonly kind: 'changeVehicle'; readonly id: number; readonly change: VehicleChange }
  | { readonly kind: 'archiveVehicle'; readonly id: number }
);

export interface ServiceChange {
  readonly price?: string;
  readonly duration?: number;
  readonly skill?: string | null;
}

export interface VehicleChange {
  readonly make?: string;
  readonly isActive?: boolean;
}

/** The commands that change one appointment. */
export type AppointmentCommand = Extract<
  Command,
  { kind: 'assign' | 'reschedule' | 'cancel' | 'unassign' | 'start' | 'complete' | 'notes' }
>;
