/**
 * The pages of the application, by their URLs (spec section 2). Links name them through the
 * router, which checks them; this is where the parts of an address that are not a path are read.
 */
export const paths = {
  dashboard: '/',
  appointments: '/appointments',
  bookService: '/book-service',
  serviceAdvisor: '/service-advisor',
} as const;

/** A navigation, not a page: the server ends the session and sends the browser back (D3). */
export const logOutUrl = '/api/logout';

/** In the query string of the page that a log-out leads to. */
export const signedOutMark = 'signed-out';

export interface AppointmentsSearch {
  tab?: 'all' | 'upcoming' | 'past';
  /** `yyyy-MM-dd`. */
  date?: string;
  status?: string;
}

export interface AdvisorSearch {
  tab?: 'pending' | 'confirmed' | 'in_progress' | 'completed';
}

export interface BookServiceSearch {
  /** The service or the vehicle to start with. */
  service?: number;
  vehicle?: number;
}

type Raw = Record<string, unknown>;

/** Reads an address; what makes no sense in it is left out. */
export function readAppointmentsSearch(raw: Raw): AppointmentsSearch {
  return {
    ...oneOf(raw, 'tab', ['all', 'upcoming', 'past']),
    ...(typeof raw['date'] === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(raw['date'])
      ? { date: raw['date'] }
      : {}),
    ...(typeof raw['status'] === 'string' ? { status: raw['status'] } : {}),
  };
}

export function readAdvisorSearch(raw: Raw): AdvisorSearch {
  return oneOf(raw, 'tab', ['pending', 'confirmed', 'in_progress', 'completed']);
}

export function readBookServiceSearch(raw: Raw): BookServiceSearch {
  return numbers(raw, ['service', 'vehicle']);
}

function numbers<Key extends string>(raw: Raw, keys: readonly Key[]): Partial<Record<Key, number>> {
  const found: Partial<Record<Key, number>> = {};
  for (const key of keys) {
    const value = Number(raw[key]);
    if (Number.isInteger(value) && value > 0) found[key] = value;
  }
  return found;
}

function oneOf<const Key extends string, const Value extends string>(
  raw: Raw,
  key: Key,
  values: readonly Value[],
): Partial<Record<Key, Value>> {
  const value = values.find((candidate) => candidate === raw[key]);
  const found: Partial<Record<Key, Value>> = {};
  if (value !== undefined) found[key] = value;
  return found;
}
