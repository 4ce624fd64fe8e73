import type { ImportRow } from '@curbwrench/contract/customer-files/schemas';

/** A vehicle of an existing customer; its id is null until it is stored. */
export type ExistingVehicle = NonNullable<ImportRow['vehicle']> & {
  readonly id: number | null;
  readonly isRemoved: boolean;
  plateNumber: string | null;
  vin: string | null;
  color: string | null;
};

/** A customer who is already stored, or whom an earlier row of the file adds. */
export interface ExistingCustomer {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  /** The row of the file that adds them; null if they are stored. */
  readonly addedByRow: number | null;
  readonly isStaff: boolean;
  /** False if their account is deactivated. */
  readonly isActive: boolean;
  /**
   * False if they signed up but have not verified their email address, so that someone else may replace their account.
   */
  readonly isVerified: boolean;
  email: string | null;
  /** The main number first. */
  readonly phones: string[];
  notes: string | null;
  /** One of their addresses. */
  address: string | null;
  /** Their ids in the program that wrote the file. */
  readonly externalIds: Set<string>;
  readonly vehicles: ExistingVehicle[];
}

/** The customers whom a file's rows may refer to, by id, email address and name. */
export class ExistingCustomers {
  readonly #all = new Map<string, ExistingCustomer>();
  readonly #byExternalId = new Map<string, ExistingCustomer>();
  readonly #byEmail = new Map<string, Set<ExistingCustomer>>();
  readonly #byName = new Map<string, Set<ExistingCustomer>>();

  /** Returns whether a customer has this id. */
  has(id: string): boolean {
    return this.#all.has(id);
  }

  /** Returns all customers, in the order in which they were added. */
  list(): ExistingCustomer[] {
    return [...this.#all.values()];
  }

  /**
   * Returns the customer with this id in the program that wrote the file. A file that we exported contains our own ids.
   */
  findByExternalId(id: string): ExistingCustomer | undefined {
    return this.#byExternalId.get(id) ?? this.#all.get(id);
  }

  findByEmail(email: string): ExistingCustomer[] {
    return [...(this.#byEmail.get(email) ?? [])];
  }

  findByName(name: Pick<ImportRow, 'firstName' | 'lastName'>): ExistingCustomer[] {
    return [...(this.#byName.get(toNameKey(name)) ?? [])];
  }

  /** Adds a new customer with the name in this row; `applyPlan` then adds the row's other values. */
  addNew(id: string, input: ImportRow): ExistingCustomer {
    const customer: ExistingCustomer = {
      id,
      firstName: input.firstName,
      lastName: input.lastName,
      addedByRow: input.row,
      isStaff: false,
      isActive: true,
      isVerified: true,
      email: null,
      phones: [],
      notes: null,
      address: null,
      externalIds: new Set(),
      vehicles: [],
    };
    this.addToIndexes(customer);
    return customer;
  }

  /**
   * Indexes a customer, or an existing customer's new values, by id, email address and name; an unverified one only by id.
   */
  addToIndexes(customer: ExistingCustomer): void {
    this.#all.set(customer.id, customer);
    for (const id of customer.externalIds) this.#byExternalId.set(id, customer);
    if (!customer.isVerified) return;
    if (customer.email !== null) addTo(this.#byEmail, customer.email, customer);
    addTo(this.#byName, toNameKey(customer), customer);
  }
}

function addTo<Value>(map: Map<string, Set<Value>>, key: string, value: Value): void {
  const values = map.get(key);
  if (values) values.add(value);
  else map.set(key, new Set([value]));
}

/**
 * Returns the key of a name. Two names have the same key if they differ only in case and spaces, or in which words are
 * the first name. The database lookup uses the same keys.
 */
export function toNameKey(name: Pick<ImportRow, 'firstName' | 'lastName'>): string {
  return `${name.firstName} ${name.lastName}`.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}
