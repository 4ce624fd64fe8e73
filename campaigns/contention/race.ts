import type { Person } from '@curbwrench/testing/builders';
import type { RunQuery } from '../faults/inspection.ts';
import type { RaceSetup, Customer } from './race-setup.ts';

/** One client's request in a race. */
export interface RaceRequest {
  readonly cookie: string;
  readonly method: 'POST' | 'PATCH';
  readonly path: string;
  readonly body: object;
  /** Ids of the appointments that the request changes. */
  readonly appointmentIds: readonly number[];
  /** Whether the request creates an appointment. */
  readonly isBooking?: true;
}

/** Requests that are sent at the same time and compete with each other, and the expected outcome. */
export interface Race {
  readonly name: string;
  readonly requests: readonly RaceRequest[];
  /** How many requests must be accepted; null if any number is right. */
  readonly expectedAccepted: number | null;
  /** Whether an accepted request may change nothing, because another request has already made the same change. */
  readonly allowsNoOps?: boolean;
  /** Appointments that have one entry in their history before the race; the others have none. */
  readonly idsWithPriorEntry?: readonly number[];
  /** Finds problems that only this race can have; `accepted` are the accepted requests. */
  readonly findProblems?: (
    query: RunQuery,
    accepted: readonly RaceRequest[],
  ) => Promise<readonly string[]>;
}

/** Creates a race for a number of clients. */
export type RaceFactory = (setup: RaceSetup, clients: number) => Promise<Race>;

/** The response to one client's request. */
export interface RaceResponse {
  readonly status: number;
  readonly body: string;
  readonly ms: number;
}

/** Returns a request that changes an appointment. */
export function patch(cookie: string, appointmentId: number, body: object): RaceRequest {
  return {
    cookie,
    method: 'PATCH',
    path: `/api/appointments/${appointmentId}`,
    body,
    appointmentIds: [appointmentId],
  };
}

/** Returns a POST request; by default it changes no appointment. */
export function post(
  cookie: string,
  path: string,
  body: object,
  appointmentIds: readonly number[] = [],
): RaceRequest {
  return { cookie, method: 'POST', path, body, appointmentIds };
}

/** Returns a customer's booking at 9:00 on a date. */
export function booking(customer: Customer, serviceId: number, date: string): RaceRequest {
  return {
    cookie: customer.headers.cookie,
    method: 'POST',
    path: '/api/appointments',
    body: {
      vehicleId: customer.vehicleId,
      serviceId,
      date,
      startTime: '09:00',
      location: JSON.stringify({ address: '1 Race Street' }),
    },
    appointmentIds: [],
    isBooking: true,
  };
}

/** Returns a request that assigns an appointment to a mechanic. */
export function assignment(officePerson: Person, id: number, mechanic: Person): RaceRequest {
  return patch(officePerson.headers.cookie, id, { mechanicId: mechanic.id, status: 'confirmed' });
}

/** Calls `make` `count` times, one call after another, and returns the results. */
export async function repeat<T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let index = 0; index < count; index += 1) results.push(await make(index));
  return results;
}
