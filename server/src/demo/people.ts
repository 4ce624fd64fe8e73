import type { Position } from '@curbwrench/contract/people/schemas';
import { addDays, getWeekday, toTimeOfDay } from '@curbwrench/contract/fields/calendar';
import type { Role } from '@curbwrench/contract/people/roles';
import { demoAccountIds, demoIdSuffix } from './demo-accounts.ts';
import type { MechanicProfile } from './mechanic-profiles.ts';
import { mechanicProfiles } from './mechanic-profiles.ts';
import { firstNames, lastNames, toEmailName } from './person-names.ts';
import { pickPointOnStreet } from './places.ts';
import { createRandom, type Random } from './random.ts';
import { toPosition } from './town.ts';
import type { RowOf } from './load-rows.ts';

/** The rows of generated people, ready to be inserted. */
export interface GeneratedPeople {
  readonly people: readonly RowOf<'people'>[];
  /** One for each person. */
  readonly accounts: readonly RowOf<'accounts'>[];
  readonly mechanics: readonly RowOf<'mechanics'>[];
  readonly workingHours: readonly RowOf<'working_hours'>[];
  readonly exceptions: readonly RowOf<'working_day_exceptions'>[];
  readonly timeOff: readonly RowOf<'time_off'>[];
}

interface PeopleOptions {
  readonly customerCount: number;
  readonly mechanicCount: number;
  readonly seed: string;
  readonly now: Date;
  readonly today: string;
  readonly cityCenter: Position;
  /** Everyone joined within this many days before now. */
  readonly joinedWithinDays: number;
}

/** The people behind the demo accounts. They are created first, so that the demo mechanic gets the first profile. */
const demoPeople = [
  [demoAccountIds.customer, 'Casey', 'Morgan', 'customer'],
  [demoAccountIds.mechanic, 'Marcus', 'Bell', 'mechanic'],
  [demoAccountIds.advisor, 'Avery', 'Collins', 'service_advisor'],
  [demoAccountIds.admin, 'Dana', 'Whitaker', 'admin'],
] as const satisfies readonly (readonly [string, string, string, Role])[];

/** Creates the requested numbers of customers and mechanics, including the people behind the demo accounts. */
export function createPeople(options: PeopleOptions): GeneratedPeople {
  const random = createRandom(options.seed, 'people');
  const emails = new Set<string>();
  const demoRows = demoPeople.map(([id, firstName, lastName, role]) =>
    buildPerson({ id, firstName, lastName, role }, emails, random, options),
  );
  const otherCounts: readonly (readonly [Role, number])[] = [
    ['mechanic', options.mechanicCount - 1],
    ['service_advisor', 1],
    ['customer', options.customerCount - 1],
  ];
  const everyone = demoRows.concat(
    otherCounts.flatMap(([role, count]) =>
      Array.from({ length: count }, () =>
        buildPerson({ ...pickName(random), id: createId(random), role }, emails, random, options),
      ),
    ),
  );
  const accounts = everyone.map(({ account }) => account);
  const mechanics = accounts.filter(({ role }) => role === 'mechanic').map(({ id }) => id);
  return {
    people: everyone.map(({ person }) => person),
    accounts,
    mechanics: mechanics.map((id, index) =>
      buildMechanicRow(id, getProfile(index), random, options),
    ),
    workingHours: mechanics.flatMap((id, index) => buildWorkingHoursRows(id, getProfile(index))),
    exceptions: mechanics.flatMap((id, index) =>
      buildExceptionRows(id, getProfile(index), options.today),
    ),
    timeOff: mechanics.flatMap((id, index) =>
      buildTimeOffRows(id, getProfile(index), options.today),
    ),
  };
}

/** Returns the profile of the mechanic with this index; a larger team repeats the profiles. */
function getProfile(index: number): MechanicProfile {
  const profile = mechanicProfiles[index % mechanicProfiles.length];
  if (!profile) throw new Error('There are no mechanic profiles.');
  return profile;
}

function createId(random: Random): string {
  return random.text(8, 'abcdefghjkmnpqrstuvwxyz23456789') + demoIdSuffix;
}

function pickName(random: Random): { firstName: string; lastName: string } {
  return { firstName: random.pick(firstNames), lastName: random.pick(lastNames) };
}

interface Person {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: Role;
}

/** Returns the rows of a person and of their account. */
function buildPerson(
  { id, firstName, lastName, role }: Person,
  emails: Set<string>,
  random: Random,
  options: PeopleOptions,
): { readonly person: RowOf<'people'>; readonly account: RowOf<'accounts'> } {
  const joinedMs = options.now.getTime() - random.next() * options.joinedWithinDays * 86_400_000;
  const joinedAt = new Date(joinedMs);
  const common = {
    id,
    email: createUnusedEmail(`${toEmailName(firstName)}.${toEmailName(lastName)}`, emails),
    created_at: joinedAt,
    updated_at: joinedAt,
  };
  return {
    person: {
      ...common,
      name: `${firstName} ${lastName}`,
      first_name: firstName,
      last_name: lastName,
      phone: `(${random.pick([415, 510, 628, 650, 925])}) 555-01${random.text(2, '0123456789')}`,
    },
    account: { ...common, email_verified: true, role },
  };
}

/** Returns an unused address at example.com, which is reserved for examples (RFC 2606), and adds it to `usedEmails`. */
function createUnusedEmail(name: string, usedEmails: Set<string>): string {
  let email = `${name}@example.com`;
  for (let count = 2; usedEmails.has(email); count += 1) email = `${name}${count}@example.com`;
  usedEmails.add(email);
  return email;
}

function buildMechanicRow(
  id: string,
  profile: MechanicProfile,
  random: Random,
  { now, cityCenter }: PeopleOptions,
): RowOf<'mechanics'> {
  const minutesAgo = profile.available ? random.between(1, 25) : random.between(130, 900);
  const lastActiveAt = new Date(now.getTime() - minutesAgo * 60_000);
  const { lat, lng } = toPosition(pickPointOnStreet(random), cityCenter);
  return {
    person_id: id,
    active: true,
    available: profile.available,
    // `setMechanicsAvailable` sets these.
    availability_set_on: null,
    availability_set_at: null,
    skills: [...profile.skills],
    last_active_at: lastActiveAt,
    latitude: lat,
    longitude: lng,
    position_at: lastActiveAt,
  };
}

function buildWorkingHoursRows(
  id: string,
  { weekdays, hours }: MechanicProfile,
): RowOf<'working_hours'>[] {
  const [starts, ends] = hours;
  return weekdays.map((weekday) => ({
    mechanic_id: id,
    weekday,
    starts: toTimeOfDay(starts * 60),
    ends: toTimeOfDay(ends * 60),
  }));
}

function buildExceptionRows(
  id: string,
  { exceptions }: MechanicProfile,
  today: string,
): RowOf<'working_day_exceptions'>[] {
  const sunday = addDays(today, -getWeekday(today));
  return exceptions.map(({ weeksAhead, weekday, hours }) => ({
    mechanic_id: id,
    date: addDays(sunday, 7 * weeksAhead + weekday),
    starts: hours && toTimeOfDay(hours[0] * 60),
    ends: hours && toTimeOfDay(hours[1] * 60),
  }));
}

function buildTimeOffRows(
  id: string,
  { timeOff }: MechanicProfile,
  today: string,
): RowOf<'time_off'>[] {
  return timeOff.map(({ from, to, reason }) => ({
    mechanic_id: id,
    during: `[${addDays(today, from[0])} ${from[1]},${addDays(today, to[0])} ${to[1]})`,
    reason,
  }));
}
