import type { Position } from '@curbwrench/contract/people/schemas';
import { addDays, timeOfMinutes } from '@curbwrench/contract/fields/calendar';
import type { Role } from '@curbwrench/contract/people/roles';
import { demoAccountIds, demoIdSuffix } from './demo-accounts.ts';
import type { MechanicProfile } from './mechanic-profiles.ts';
import { mechanicProfiles } from './mechanic-profiles.ts';
import { firstNames, lastNames, mailName } from './person-names.ts';
import { positionNear } from './places.ts';
import { randomFrom, type Random } from './random.ts';
import type { RowOf } from './load-rows.ts';

/** Generated people, ready to be inserted. */
export interface MadePeople {
  readonly users: readonly RowOf<'users'>[];
  readonly mechanics: readonly RowOf<'mechanics'>[];
  readonly workingHours: readonly RowOf<'working_hours'>[];
  readonly timeOff: readonly RowOf<'time_off'>[];
}

interface PeopleWanted {
  readonly customers: number;
  readonly mechanics: number;
  readonly seed: string;
  readonly now: Date;
  readonly today: string;
  readonly cityCentre: Position;
  /** Everyone joined within this many days before now. */
  readonly joinedWithinDays: number;
}

/** The demo accounts, first, so that they are the demo's customer, mechanic and so on. */
const namedPeople = [
  [demoAccountIds.customer, 'Casey', 'Morgan', 'customer'],
  [demoAccountIds.mechanic, 'Marcus', 'Bell', 'mechanic'],
  [demoAccountIds.advisor, 'Avery', 'Collins', 'service_advisor'],
  [demoAccountIds.admin, 'Dana', 'Whitaker', 'admin'],
] as const satisfies readonly (readonly [string, string, string, Role])[];

/** Creates the demo's accounts and the requested number of other people. */
export function makePeople(wanted: PeopleWanted): MadePeople {
  const random = randomFrom(wanted.seed, 'people');
  const mails = new Set<string>();
  const named = namedPeople.map(([id, first, last, role]) =>
    userRow({ id, first, last, role }, mails, random, wanted),
  );
  const others: readonly (readonly [Role, number])[] = [
    ['mechanic', wanted.mechanics - 1],
    ['service_advisor', 1],
    ['customer', wanted.customers - 1],
  ];
  const users = named.concat(
    others.flatMap(([role, count]) =>
      Array.from({ length: count }, () =>
        userRow({ ...madeName(random), id: madeId(random), role }, mails, random, wanted),
      ),
    ),
  );
  const mechanics = users.filter(({ role }) => role === 'mechanic').map(({ id }) => id);
  return {
    users,
    mechanics: mechanics.map((id, index) => mechanicRow(id, profileOf(index), random, wanted)),
    workingHours: mechanics.flatMap((id, index) => hoursRows(id, profileOf(index))),
    timeOff: mechanics.flatMap((id, index) => timeOffRows(id, profileOf(index), wanted.today)),
  };
}

/** Returns a mechanic's profile; a larger team repeats the demo's profiles. */
function profileOf(index: number): MechanicProfile {
  const profile = mechanicProfiles[index % mechanicProfiles.length];
  if (!profile) throw new Error('There are no mechanic profiles.');
  return profile;
}

function madeId(random: Random): string {
  return random.text(8, 'abcdefghjkmnpqrstuvwxyz23456789') + demoIdSuffix;
}

function madeName(random: Random): { first: string; last: string } {
  return { first: random.pick(firstNames), last: random.pick(lastNames) };
}

interface Person {
  readonly id: string;
  readonly first: string;
  readonly last: string;
  readonly role: Role;
}

function userRow(
  { id, first, last, role }: Person,
  mails: Set<string>,
  random: Random,
  wanted: PeopleWanted,
): RowOf<'users'> {
  const joined = wanted.now.getTime() - random.next() * wanted.joinedWithinDays * 86_400_000;
  return {
    id,
    name: `${first} ${last}`,
    email: freeMail(`${mailName(first)}.${mailName(last)}`, mails),
    email_verified: true,
    first_name: first,
    last_name: last,
    phone: `(${random.pick([415, 510, 628, 650, 925])}) 555-01${random.text(2, '0123456789')}`,
    role,
    created_at: new Date(joined),
    updated_at: new Date(joined),
  };
}

/** Returns an unused address at example.com, which is reserved for examples (RFC 2606). */
function freeMail(name: string, taken: Set<string>): string {
  let mail = `${name}@example.com`;
  for (let count = 2; taken.has(mail); count += 1) mail = `${name}${count}@example.com`;
  taken.add(mail);
  return mail;
}

function mechanicRow(
  id: string,
  profile: MechanicProfile,
  random: Random,
  { now, today, cityCentre }: PeopleWanted,
): RowOf<'mechanics'> {
  const minutesAgo = profile.available ? random.between(1, 25) : random.between(130, 900);
  const seen = new Date(now.getTime() - minutesAgo * 60_000);
  const { lat, lng } = positionNear(cityCentre, 4, random);
  return {
    user_id: id,
    active: true,
    available: profile.available,
    // The others follow their working hours.
    switched_on: profile.available ? today : null,
    switched_at: profile.available ? seen : null,
    skills: [...profile.skills],
    last_active_at: seen,
    latitude: lat,
    longitude: lng,
    position_at: seen,
  };
}

function hoursRows(id: string, { weekdays, hours }: MechanicProfile): RowOf<'working_hours'>[] {
  const [starts, ends] = hours;
  return weekdays.map((weekday) => ({
    mechanic_id: id,
    weekday,
    starts: timeOfMinutes(starts * 60),
    ends: timeOfMinutes(ends * 60),
  }));
}

function timeOffRows(id: string, { timeOff }: MechanicProfile, today: string): RowOf<'time_off'>[] {
  return timeOff.map(({ from, to, reason }) => ({
    mechanic_id: id,
    during: `[${addDays(today, from[0])} ${from[1]},${addDays(today, to[0])} ${to[1]})`,
    reason,
  }));
}
