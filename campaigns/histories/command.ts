import type { AreaTerms, ModelService, PlanTerms, Preferences, Role } from './model.ts';

/** One thing that one person asks of the business. */
export type Command = { readonly actor: string } & (
  | {
      readonly kind: 'book';
      readonly customerId: string;
      readonly vehicleId: number;
      readonly serviceId: number;
      readonly date: string;
      readonly from: number;
      /** At the end of the address; null: it has none. */
      readonly zip: string | null;
      /** What the person was shown; null: the client doesn't say. */
      readonly shownPrice: string | null;
      /** Whether the vehicle may be booked twice for the time. */
      readonly confirmed: boolean;
    }
  | { readonly kind: 'assign'; readonly id: number; readonly mechanicId: string }
  | {
      readonly kind: 'reschedule';
      readonly id: number;
      readonly date: string;
      readonly from: number;
      readonly confirmed: boolean;
    }
  | { readonly kind: 'cancel'; readonly id: number; readonly reason: string | null }
  | { readonly kind: 'unassign'; readonly id: number; readonly reason: string | null }
  | { readonly kind: 'start' | 'arrive' | 'complete'; readonly id: number }
  | { readonly kind: 'notes'; readonly id: number; readonly notes: string }
  | {
      readonly kind: 'status';
      readonly status?: 'available' | 'offline' | 'on_job';
      /** A latitude; null: the mechanic shares their position no longer. */
      readonly place?: number | null;
    }
  | { readonly kind: 'role'; readonly userId: string; readonly role: Role }
  | { readonly kind: 'standing'; readonly userId: string; readonly active: boolean }
  | { readonly kind: 'mechanicWork'; readonly userId: string; readonly works: boolean }
  | { readonly kind: 'deleteAccount'; readonly isProven: boolean }
  | {
      readonly kind: 'createService';
      readonly offer: Pick<ModelService, 'price' | 'duration' | 'skill'>;
    }
  | { readonly kind: 'changeService'; readonly id: number; readonly change: ServiceChange }
  | { readonly kind: 'archiveService'; readonly id: number }
  | { readonly kind: 'addVehicle'; readonly customerId: string }
  | { readonly kind: 'changeVehicle'; readonly id: number; readonly change: VehicleChange }
  | { readonly kind: 'archiveVehicle'; readonly id: number }
  | { readonly kind: 'createArea'; readonly terms: AreaTerms }
  | { readonly kind: 'changeArea'; readonly id: number; readonly terms: AreaTerms }
  | { readonly kind: 'removeArea'; readonly id: number }
  | { readonly kind: 'createPlan'; readonly terms: PlanTerms }
  | { readonly kind: 'changePlan'; readonly id: number; readonly terms: PlanTerms }
  | { readonly kind: 'archivePlan'; readonly id: number }
  | { readonly kind: 'join'; readonly planId: number; readonly version: number }
  | { readonly kind: 'stay'; readonly id: number; readonly renews: boolean }
  | { readonly kind: 'record'; readonly id: number; readonly method: PaymentMethod }
  | { readonly kind: 'fail'; readonly id: number }
  | {
      readonly kind: 'refund';
      readonly id: number;
      readonly amount: string;
      readonly reason: string;
    }
  | {
      readonly kind: 'send';
      readonly personId: string;
      readonly clientId: string;
      readonly text: string;
    }
  | { readonly kind: 'read'; readonly personId: string; readonly number: number }
  | { readonly kind: 'readBell'; readonly from: number; readonly to: number }
  | { readonly kind: 'preferences'; readonly wanted: Preferences }
);

export type CommandOf<Kind extends Command['kind']> = Extract<Command, { readonly kind: Kind }>;

export type PaymentMethod = 'cash' | 'card_terminal' | 'bank_transfer' | 'other';

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
export type AppointmentCommand = CommandOf<
  'assign' | 'reschedule' | 'cancel' | 'unassign' | 'start' | 'arrive' | 'complete' | 'notes'
>;
