/*
 * The pages' URL search parameters. Only the router reads them, so they are not in `paths.ts`, which the landing
 * page also loads.
 */

export interface AppointmentsSearch {
  tab?: 'all' | 'upcoming' | 'past';
  /** `yyyy-MM-dd`. */
  date?: string;
  status?: string;
}

export interface MechanicsSearch {
  tab?: 'all' | 'available' | 'on_job' | 'offline';
  /** Whether to leave out mechanics who are offline. */
  active?: true;
  /** Part of a name or an email address. */
  search?: string;
}

export interface TeamSearch {
  /** Any day of the week to show, `yyyy-MM-dd`. */
  date?: string;
}

export interface AdvisorSearch {
  /**
   * What the board shows. A narrow window shows either the board or the job lists: the lists if this is
   * absent.
   */
  view?: 'board' | 'week';
  /** The day that the board shows or, for the week view, any day of that week, `yyyy-MM-dd`. */
  date?: string;
  /** For a board that shows one lane at a time: a mechanic's id, 'unassigned' or 'attention'. */
  lane?: string;
  tab?: 'pending' | 'confirmed' | 'in_progress' | 'completed';
}

export interface CustomersSearch {
  /** The text to search the list for. */
  search?: string;
}

export interface BookServiceSearch {
  /** For the office: the id of the customer to book for. */
  customer?: string;
  /** The ids of the preselected service and vehicle. */
  service?: number;
  vehicle?: number;
  /** The id of a previous appointment whose services, vehicle and address are preselected. */
  again?: number;
}

export interface ServiceAreaSearch {
  /** The ZIP code to look up. */
  zip?: string;
}

/** For the sign-in pages, which return to the page where the sign-in was started. */
export interface SignInSearch {
  /** Where to go after signing in. It is from the URL and can be any text; `getDestination` checks it. */
  to?: string;
  /** Why a sign-in through a provider failed. */
  problem?: string;
}

export interface SettingsSearch {
  tab?: 'profile' | 'vehicles' | 'notifications' | 'people' | 'business' | 'messages';
}

export interface AuditSearch {
  /** The id of the person who made the changes. */
  actor?: string;
  /** The type of data that was changed. */
  kind?: string;
  /** The first and last days, `yyyy-MM-dd`, inclusive. */
  from?: string;
  to?: string;
}

const messageStates = [
  'queued',
  'sent',
  'delivered',
  'stored',
  'failed',
  'unknown',
  'outdated',
  'skipped',
] as const;
const messageChannels = ['email', 'sms', 'push'] as const;

export interface MessageLogSearch {
  state?: (typeof messageStates)[number];
  channel?: (typeof messageChannels)[number];
}

export interface ChatSupportSearch {
  /** For staff: the id of the customer or mechanic whose conversation is shown. */
  customer?: string;
  mechanic?: string;
}

export interface PaymentsSearch {
  status?: string;
  /** The day of the payment, `yyyy-MM-dd`. */
  paidOn?: string;
  /** Part of a customer's or a service's name. */
  search?: string;
  /** A column, with a minus for descending order; newest first if absent. */
  sort?: PaymentSort;
}

/** The columns that payments can be sorted by, in each direction. */
export const paymentSorts = [
  '-date',
  'date',
  '-amount',
  'amount',
  'customer',
  '-customer',
  'status',
  '-status',
] as const;
export type PaymentSort = (typeof paymentSorts)[number];

type RawSearch = Record<string, unknown>;

/** Reads search parameters; invalid ones are left out. */
export function readAppointmentsSearch(raw: RawSearch): AppointmentsSearch {
  return {
    ...pickOne(raw, 'tab', ['all', 'upcoming', 'past']),
    ...pickDates(raw, ['date']),
    ...pickStrings(raw, ['status']),
  };
}

export function readMechanicsSearch(raw: RawSearch): MechanicsSearch {
  return {
    ...pickOne(raw, 'tab', ['all', 'available', 'on_job', 'offline']),
    ...(raw['active'] === true && { active: true }),
    ...pickStrings(raw, ['search']),
  };
}

export function readTeamSearch(raw: RawSearch): TeamSearch {
  return pickDates(raw, ['date']);
}

export function readAdvisorSearch(raw: RawSearch): AdvisorSearch {
  return {
    ...pickOne(raw, 'tab', ['pending', 'confirmed', 'in_progress', 'completed']),
    ...pickOne(raw, 'view', ['board', 'week']),
    ...pickDates(raw, ['date']),
    ...pickStrings(raw, ['lane']),
  };
}

export function readServiceAreaSearch(raw: RawSearch): ServiceAreaSearch {
  // The router reads a ZIP code without a leading zero as a number.
  const zip = String(raw['zip']);
  return /^\d{5}(-\d{4})?$/.test(zip) ? { zip: zip.slice(0, 5) } : {};
}

export function readBookServiceSearch(raw: RawSearch): BookServiceSearch {
  return {
    ...pickNumbers(raw, ['service', 'vehicle', 'again']),
    ...pickStrings(raw, ['customer']),
  };
}

export function readCustomersSearch(raw: RawSearch): CustomersSearch {
  // A phone number or plate in the address bar may look like a number.
  return pickStrings(
    { search: typeof raw['search'] === 'number' ? String(raw['search']) : raw['search'] },
    ['search'],
  );
}

export function readSignInSearch(raw: RawSearch): SignInSearch {
  return pickStrings(raw, ['to', 'problem']);
}

export function readSettingsSearch(raw: RawSearch): SettingsSearch {
  return pickOne(raw, 'tab', [
    'profile',
    'vehicles',
    'notifications',
    'people',
    'business',
    'messages',
  ]);
}

export function readPaymentsSearch(raw: RawSearch): PaymentsSearch {
  return {
    ...pickStrings(raw, ['status']),
    ...pickStrings(
      { search: typeof raw['search'] === 'number' ? String(raw['search']) : raw['search'] },
      ['search'],
    ),
    ...pickDates(raw, ['paidOn']),
    ...pickOne(raw, 'sort', paymentSorts),
  };
}

export function readAuditSearch(raw: RawSearch): AuditSearch {
  return { ...pickDates(raw, ['from', 'to']), ...pickStrings(raw, ['actor', 'kind']) };
}

export function readMessageLogSearch(raw: RawSearch): MessageLogSearch {
  return {
    ...pickOne(raw, 'state', messageStates),
    ...pickOne(raw, 'channel', messageChannels),
  };
}

export function readChatSupportSearch(raw: RawSearch): ChatSupportSearch {
  return pickStrings(raw, ['customer', 'mechanic']);
}

function pickStrings<Key extends string>(
  raw: RawSearch,
  keys: readonly Key[],
): Partial<Record<Key, string>> {
  const found: Partial<Record<Key, string>> = {};
  for (const key of keys) {
    const value = raw[key];
    if (typeof value === 'string' && value !== '') found[key] = value;
  }
  return found;
}

function pickDates<Key extends string>(
  raw: RawSearch,
  keys: readonly Key[],
): Partial<Record<Key, string>> {
  const found: Partial<Record<Key, string>> = pickStrings(raw, keys);
  for (const key of keys) {
    if (!/^\d{4}-\d{2}-\d{2}$/.test(found[key] ?? '')) delete found[key];
  }
  return found;
}

function pickNumbers<Key extends string>(
  raw: RawSearch,
  keys: readonly Key[],
): Partial<Record<Key, number>> {
  const found: Partial<Record<Key, number>> = {};
  for (const key of keys) {
    const value = Number(raw[key]);
    if (Number.isInteger(value) && value > 0) found[key] = value;
  }
  return found;
}

function pickOne<const Key extends string, const Value extends string>(
  raw: RawSearch,
  key: Key,
  values: readonly Value[],
): Partial<Record<Key, Value>> {
  const value = values.find((candidate) => candidate === raw[key]);
  const found: Partial<Record<Key, Value>> = {};
  if (value !== undefined) found[key] = value;
  return found;
}
