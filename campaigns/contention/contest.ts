import type { Person } from '@curbwrench/testing/builders';
import type { RunQuery } from '../faults/inspection.ts';
import type { ContestSetup, Customer } from './contest-setup.ts';

/** One request of one client. */
export interface ContestRequest {
  readonly cookie: string;
  readonly method: 'POST' | 'PATCH';
  readonly path: string;
  readonly body: object;
  /** Ids of the appointments that the request changes. */
  readonly appointmentIds: readonly number[];
  /** Whether the request creates an appointment. */
  readonly isBooking?: true;
}

/** Requests that are sent at the same moment, and the expected outcome. */
export interface Contest {
  readonly name: string;
  readonly requests: readonly ContestRequest[];
  /** How many requests must be accepted; null if every declared response is allowed. */
  readonly winners: number | null;
  /** Whether an accepted request may have changed nothing, because another request had the same effect. */
  readonly mayRepeat?: boolean;
  /** Appointments whose history has one entry before the contest; those of the others are empty. */
  readonly idsWithEntry?: readonly number[];
  /** Checks the contest's own conditions afterward; `accepted` are the accepted requests. */
  readonly findProblems?: (
    query: RunQuery,
    accepted: readonly ContestRequest[],
  ) => Promise<readonly string[]>;
}

/** Creates a contest for a number of clients. */
export type ContestMaker = (setup: ContestSetup, clients: number) => Promise<Contest>;

/** One client's response. */
export interface ContestResponse {
  readonly status: number;
  readonly body: string;
  readonly ms: number;
}

/** Returns a request that changes an appointment. */
export function patch(cookie: string, appointmentId: number, body: object): ContestRequest {
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
): ContestRequest {
  return { cookie, method: 'POST', path, body, appointmentIds };
}

/** Returns a customer's booking at 9:00 on a date. */
export function booking(customer: Customer, serviceId: number, date: string): ContestRequest {
  return {
    cookie: customer.headers.cookie,
    method: 'POST',
    path: '/api/appointments',
    body: {
      vehicleId: customer.vehicleId,
      serviceId,
      date,
      startTime: '09:00',
      location: JSON.stringify({ address: '1 Contest Street' }),
    },
    appointmentIds: [],
    isBooking: true,
  };
}

/** Returns a request that assigns an appointment to a mechanic. */
export function assignment(dispatcher: Person, id: number, mechanic: Person): ContestRequest {
  return patch(dispatcher.headers.cookie, id, { mechanicId: mechanic.id, status: 'confirmed' });
}

/** Calls `make` `count` times, one call after the other, and returns the results. */
export async function repeat<T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  for (let index = 0; index < count; index += 1) made.push(await make(index));
  return made;
}
