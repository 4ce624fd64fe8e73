import { displayDate, weekdayOf } from '@curbwrench/contract/calendar';
import { paymentServiceText } from '@curbwrench/contract/payment-words';
import { mechanicStatusLabels } from '@curbwrench/contract/roles';
import { weekdayNames, weekdays } from '@curbwrench/contract/service-areas';
import { onlyAppointment, wrongAbout, wrongAppointmentLine } from './appointment-combinations.ts';
import { chargedFor, writtenDay, type Readable } from './readable.ts';
import { amountPattern, datePattern, holdsPhrase } from './wording.ts';

/** Facts that stand somewhere, but not beside what the answer puts them beside. */
export function wrongCombinations(text: string, readable: Readable, expected: string): string[] {
  const about = onlyAppointment(text, readable);
  return [
    ...(about ? wrongAbout(text, about, readable) : []),
    ...wrongPeriods(text, expected),
    ...wrongPlanShares(text, readable),
    ...text
      .split('\n')
      .flatMap((line) => [
        ...wrongAppointmentLine(line, readable),
        ...wrongPrices(line, readable, expected),
        ...wrongPaymentLine(line, readable),
        ...wrongPlanLine(line, readable),
        ...wrongVehicleLine(line, readable),
        ...wrongPhone(line, readable),
        ...wrongStatuses(line, readable),
        ...wrongWeekdays(line, readable),
      ]),
  ];
}

/** A price beside a service is that service's: today's, the asker's, or one that was agreed. */
function wrongPrices(line: string, readable: Readable, expected: string): string[] {
  const named = readable.services.filter(({ name }) => holdsPhrase(line, name));
  const [service] = named;
  if (!service || named.length > 1) return [];
  const isOf = (each: { readonly service: { readonly id: number } | null }) =>
    each.service?.id === service.id;
  const payments = readable.payments.filter(isOf);
  const due = new Set([
    service.price,
    // 'Car Care: $25.00 per month. It includes Oil Change.'
    ...readable.plans.filter(({ name }) => holdsPhrase(line, name)).map(({ price }) => price),
    chargedFor(service, readable),
    ...readable.appointments.filter(isOf).map(({ price }) => price),
    ...payments.flatMap(({ amount, refundedAmount }) => [amount, refundedAmount]),
    ...payments.flatMap((each) =>
      'refunds' in each ? each.refunds.map(({ amount }) => amount) : [],
    ),
  ]);
  return (line.match(amountPattern) ?? [])
    .filter(
      (amount) => !due.has(amount.slice(1).replaceAll(',', '')) && !holdsPhrase(expected, amount),
    )
    .map((amount) => `${amount} beside ${service.name}`);
}

/** '$49.50 for Tire Rotation, Maya Chen, Feb 24, 2026': one payment is all of this. */
function wrongPaymentLine(line: string, readable: Readable): string[] {
  const [, amount = '', whole, name = ''] =
    /(\$[\d,]+\.\d{2})(?: of (\$[\d,]+\.\d{2}))? for ([^,:]+)/.exec(line) ?? [];
  const days = line.match(datePattern) ?? [];
  if (amount === '' || days.length !== 1) return [];
  const { timeZone } = readable;
  const written = (value: string) => `$${value}`;
  const fits = readable.payments.some((each) => {
    const visit = readable.appointments.find(({ id }) => id === each.appointmentId);
    const refunds = 'refunds' in each ? each.refunds : [];
    const moments = [
      visit?.date,
      each.createdAt,
      each.paidAt,
      ...refunds.map((given) => given.createdAt),
    ];
    const payer = `${each.customer.firstName} ${each.customer.lastName}`;
    return (
      paymentServiceText(each) === name &&
      (whole === undefined
        ? [each.amount, each.refundedAmount].map(written).includes(amount)
        : written(each.amount) === whole && written(each.refundedAmount) === amount) &&
      (readable.role === 'customer' || holdsPhrase(line, payer)) &&
      moments.some((at) => typeof at === 'string' && writtenDay(at, timeZone) === days[0])
    );
  });
  return fits ? [] : [line];
}

/** What is listed under 'on …:' or 'from … to …:' lies then; a period is the question's. */
function wrongPeriods(text: string, expected: string): string[] {
  const lines = text.split('\n');
  const day = '[A-Z][a-z]{2} \\d{2}, \\d{4}';
  return lines.flatMap((line, at) => {
    const span = new RegExp(`from (${day}) to (${day})`).exec(line);
    const [, from, to = from] = span ?? new RegExp(`on (${day}):$`).exec(line) ?? [];
    if (from === undefined || to === undefined) return [];
    const strange = span ? [from, to].filter((each) => !holdsPhrase(expected, each)) : [];
    const after = lines.slice(at + 1);
    const end = after.findIndex((next) => !next.startsWith('- '));
    const outside = after
      .slice(0, end < 0 ? after.length : end)
      .flatMap((next) => next.match(datePattern)?.slice(0, 1) ?? [])
      .filter((each) => Date.parse(each) < Date.parse(from) || Date.parse(each) > Date.parse(to));
    return [...strange, ...outside.map((each) => `${each} under ${line}`)];
  });
}

/** Where an answer names one plan, its discount and what is left of it are that one's. */
function wrongPlanShares(text: string, readable: Readable): string[] {
  const known = [
    ...readable.plans.map((plan) => ({ ...plan, isOwn: false })),
    ...readable.subscriptions.map((each) => ({ ...each, name: each.planName, isOwn: true })),
  ].filter(({ name }) => holdsPhrase(text, name));
  const left = [
    ...text.matchAll(/(?:includes |and |, )([^(\n]+?) \((\d+) of (\d+) left\)/g),
  ].filter(
    ([, name, count, of]) =>
      !readable.subscriptions.some(({ planName, services }) =>
        services.some(
          (each) =>
            holdsPhrase(text, planName) &&
            each.name === name &&
            `${each.left} of ${each.uses}` === `${count} of ${of}`,
        ),
      ),
  );
  const isOne = new Set(known.map(({ name }) => name)).size === 1;
  const shares = isOne ? (text.match(/\d+ ?%/g) ?? []) : [];
  return [
    ...left.map(([whole]) => whole),
    ...shares.filter(
      (share) => !known.some((each) => each.discountPercent === Number.parseInt(share, 10)),
    ),
  ];
}

/** 'On a job: Priya Nair': everyone after a status has it. */
function wrongStatuses(line: string, { mechanics }: Readable): string[] {
  const said = [
    ...line.matchAll(/\b(available for assignment|on a job|offline): ([^.:]+)\./gi),
  ].flatMap(([, status = '', names = '']) =>
    names.split(/, | and /).map((name) => ({ status, name })),
  );
  const listed = [...line.matchAll(/^- ([^:]+): (Available|On a job|Offline)\b/g)].map(
    ([, name = '', status = '']) => ({ status, name }),
  );
  return [...said, ...listed]
    .filter(({ status, name }) => {
      const mechanic = mechanics.find((each) => `${each.firstName} ${each.lastName}` === name);
      const label = mechanic && mechanicStatusLabels[mechanic.status].toLowerCase();
      return label !== status.toLowerCase().replace(' for assignment', '');
    })
    .map(({ status, name }) => `${name} ${status}`);
}

/** A price, a discount or a day beside a plan is that plan's. */
function wrongPlanLine(line: string, readable: Readable): string[] {
  const known = [
    ...readable.plans.map((plan) => ({ ...plan, days: [] as string[] })),
    ...readable.subscriptions.map((each) => ({
      ...each,
      name: each.planName,
      days: [displayDate(each.periodStart), displayDate(each.periodEnd)],
    })),
  ].filter(({ name }) => holdsPhrase(line, name));
  if (new Set(known.map(({ name }) => name)).size !== 1) return [];
  const hasService = readable.services.some(({ name }) => holdsPhrase(line, name));
  const days = known.flatMap((each) => each.days);
  return [
    ...(line.match(/\d+ ?%/g) ?? []).filter(
      (share) => !known.some((each) => each.discountPercent === Number.parseInt(share, 10)),
    ),
    ...(hasService ? [] : (line.match(amountPattern) ?? [])).filter(
      (amount) => !known.some(({ price }) => `$${price}` === amount),
    ),
    ...(hasService || line.startsWith('- ') ? [] : (line.match(datePattern) ?? [])).filter(
      (day) => days.length > 0 && !days.includes(day),
    ),
  ].map((fact) => `${fact} beside ${known[0]?.name}`);
}

/** A plate beside a vehicle is that vehicle's. */
function wrongVehicleLine(line: string, { vehicles }: Readable): string[] {
  return vehicles
    .filter(
      ({ plateNumber, year, make, model }) =>
        plateNumber !== null &&
        holdsPhrase(line, plateNumber) &&
        !holdsPhrase(line, `${year} ${make} ${model}`),
    )
    .map(({ plateNumber }) => `the plate ${plateNumber}`);
}

/** "Oscar Brandt's number is …": theirs. */
function wrongPhone(line: string, { appointments, users }: Readable): string[] {
  const people = [...users, ...appointments.map(({ customer }) => customer)];
  return [...line.matchAll(/^(.+?)'s number is (\+[\d ]+\d)/g)]
    .filter(
      ([, name, phone]) =>
        !people.some(
          (each) => `${each.firstName} ${each.lastName}` === name && each.phone === phone,
        ),
    )
    .map(([whole]) => whole);
}

/** A weekday before a date is that date's; beside an area, one of its days. */
function wrongWeekdays(line: string, { areas }: Readable): string[] {
  const names = Object.values(weekdayNames).join('|');
  const dated = new RegExp(`\\b(${names}),? ([A-Z][a-z]{2}) (\\d{2}), (\\d{4})`, 'g');
  const wrong = [...line.matchAll(dated)]
    .filter(([, weekday, month, day, year]) => {
      const at = new Date(`${month} ${day}, ${year} 12:00 UTC`).toISOString().slice(0, 10);
      const key = weekdays[weekdayOf(at)];
      return key === undefined || weekdayNames[key] !== weekday;
    })
    .map(([whole]) => whole);
  const said = line.replaceAll(dated, '').match(new RegExp(`\\b(?:${names})\\b`, 'g')) ?? [];
  if (said.length === 0 || /\bMonday to Friday\b/.test(line)) return wrong;
  const area = areas.find(({ name }) => holdsPhrase(line, name));
  const due = area?.days.map((day) => weekdayNames[day]) ?? [];
  const isDue = said.length === due.length && said.every((day) => due.includes(day));
  return isDue ? wrong : [...wrong, `${said.join(', ')}, in ${area?.name ?? 'no area'}`];
}
