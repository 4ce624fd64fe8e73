import type { Appointment } from '@curbwrench/contract/appointments';
import { displayDate, twelveHour } from '@curbwrench/contract/calendar';
import { addressIn } from '@curbwrench/contract/location';
import { cutOffOf, type Readable } from './readable.ts';
import { amountPattern, datePattern, holdsPhrase, timePattern } from './wording.ts';

const numberPattern = /#(\d+)/g;

/** The appointment that a whole answer is about, which says its number once. */
export function onlyAppointment(text: string, { appointments }: Readable): Appointment | undefined {
  const ids = [...text.matchAll(numberPattern)].map(([, id]) => Number(id));
  return ids.length === 1 ? appointments.find(({ id }) => id === ids[0]) : undefined;
}

/** 'Mechanic:', 'Address:', 'Price:' and 'Notes:' of one appointment, and who is said to come. */
export function wrongAbout(text: string, about: Appointment, readable: Readable): string[] {
  const mechanic = about.mechanic
    ? `${about.mechanic.firstName} ${about.mechanic.lastName}`
    : 'Not yet assigned';
  const due: Record<string, string> = {
    Mechanic: mechanic,
    Address: addressIn(about.location) ?? '',
    Price: `$${about.price}`,
    Notes: about.notes ?? '',
  };
  const labelled = [...text.matchAll(/^(Mechanic|Address|Price|Notes): (.+?)\.?$/gm)].filter(
    ([, label = '', said = '']) => (due[label] ?? '').replace(/\.$/, '') !== said,
  );
  const named = [
    ...text.matchAll(/^(.+?) is your mechanic\./gm),
    ...text.matchAll(/: ([^:.]+?) comes for /g),
    ...text.matchAll(/^(.+?) has set out/gm),
  ].filter(([, name]) => name !== mechanic);
  const booked = [...text.matchAll(/booked at (\$[\d,]+\.\d{2})/g)].filter(
    ([, price]) => price !== `$${about.price}`,
  );
  const whose = readable.role === 'customer' ? [] : [...text.matchAll(/, for ([^,]+), with a /g)];
  const strangers = whose.filter(([, name]) => name !== customerOf(about));
  return [...labelled, ...named, ...booked, ...strangers].map(([whole]) => whole);
}

/** A line with one appointment's number tells of no other's day, time, service or price. */
export function wrongAppointmentLine(line: string, readable: Readable): string[] {
  const about = onlyAppointment(line, readable);
  if (!about) return [];
  const { timeZone } = readable;
  const days = [displayDate(about.date), displayDate(cutOffOf(about, timeZone))];
  const start = twelveHour(about.startTime);
  const [from = start, to = from] = line.match(timePattern) ?? [];
  // Where it ends is said once, after its start; a cut-off is a whole number of days before it.
  const isTimed = from === start && [start, twelveHour(about.endTime)].includes(to);
  const isSpan = / [AP]M to /.test(line);
  const addresses = readable.appointments.map(({ location }) => addressIn(location) ?? '');
  const services = readable.services.filter(({ name }) => holdsPhrase(line, name));
  return [
    ...(line.match(datePattern) ?? []).filter((day) => !days.includes(day)),
    ...(isTimed && isSpan === (to !== start) ? [] : [from, to]),
    ...addresses.filter(
      (address) => holdsPhrase(line, address) && address !== addressIn(about.location),
    ),
    ...(line.match(amountPattern) ?? []).filter((amount) => amount !== `$${about.price}`),
    ...services.map(({ name }) => name).filter((name) => name !== about.service.name),
    ...peopleIn(line, readable).filter(
      (name) => ![customerOf(about), mechanicOf(about)].includes(name),
    ),
  ].map((fact) => `${fact} beside #${about.id}`);
}

function peopleIn(line: string, { appointments, mechanics }: Readable): string[] {
  const names = new Set([
    ...appointments.flatMap((each) => [customerOf(each), mechanicOf(each)]),
    ...mechanics.map(({ firstName, lastName }) => `${firstName} ${lastName}`),
  ]);
  return [...names].filter((name) => name !== '' && holdsPhrase(line, name));
}

function customerOf({ customer }: Appointment): string {
  return `${customer.firstName} ${customer.lastName}`;
}

function mechanicOf({ mechanic }: Appointment): string {
  return mechanic ? `${mechanic.firstName} ${mechanic.lastName}` : '';
}
