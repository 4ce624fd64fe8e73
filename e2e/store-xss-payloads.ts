import type { Page } from '@playwright/test';
import {
  defaultBookingRules,
  listAllStartTimes,
} from '@curbwrench/contract/scheduling/booking-rules';
import {
  makeAppointment,
  makeMechanic,
  makePerson,
  type Person,
} from '@curbwrench/testing/builders';
import { makePng, toDataUrl } from '@curbwrench/testing/png';
import { robin, tokenSentTo } from './account-steps.ts';
import { storeOfficeXssPayloads, type StoredOfficePayloads } from './store-office-xss-payloads.ts';
import {
  createApiClient,
  linePayloads,
  namePayloads,
  packPayloads,
  payloadAt,
  type ApiClient,
} from './xss-payload-texts.ts';
import { today, type Sandbox } from './sandbox.ts';
import { xssPayloads } from './xss-payloads.ts';

/** The start times of a day under the default rules. */
const slotTimes = listAllStartTimes(defaultBookingRules);

/** The payloads by the field that stores them, for the screens that must show them. */
export interface StoredPayloads extends StoredOfficePayloads {
  /** Alternating first and last names, each with one payload. */
  readonly names: readonly string[];
  readonly makes: readonly string[];
  readonly models: readonly string[];
  readonly plates: readonly string[];
  readonly vins: readonly string[];
  readonly phones: readonly string[];
  readonly serviceNames: readonly string[];
  readonly descriptions: readonly string[];
  readonly skills: readonly string[];
  readonly addresses: readonly string[];
  /** One job today for each mechanic, with payloads in its notes and in its work note. */
  readonly jobs: readonly {
    readonly id: number;
    readonly mechanic: Person;
    readonly notes: string;
    readonly workNote: string;
  }[];
  readonly cancelledJobs: readonly { readonly id: number; readonly reason: string }[];
  readonly signUpNames: readonly string[];
  /** How many of Robin's sessions have a payload as their user agent. */
  readonly sessionCount: number;
}

/**
 * The indexes of the records with two short fields, each of which has room for one payload: one field gets the payloads
 * with even indexes, and the other those with odd ones, so both get payloads of all kinds.
 */
const indexes = [...Array(xssPayloads.length / 2).keys()];

/**
 * Stores the payloads in every field that stores text, with the requests that a client would send. Long fields get
 * several payloads, and two short fields of the same records get every payload between them.
 */
export async function storeXssPayloads(sandbox: Sandbox): Promise<StoredPayloads> {
  const { customer, mechanic, advisor, admin } = sandbox.people;
  const request = createApiClient(sandbox);

  // Together with the sandbox's four people, there is one person for each index. The mechanics get jobs below.
  const others: Person[] = [];
  for (let index = 0; index < 6; index += 1) others.push(await makeMechanic(sandbox.app));
  while (others.length < indexes.length - 4) others.push(await makePerson(sandbox.app, 'customer'));
  const everyone = [customer, mechanic, advisor, admin, ...others];
  // Independent of each other, so at the same time.
  const [people, vehicleTexts, serviceTexts, signUps] = await Promise.all([
    storePeople(request, everyone),
    storeVehicles(request, advisor, customer.id),
    storeServices(request, admin),
    storeSignUpsAndSessions(sandbox, request),
  ]);

  const vehicles = await request<{ id: number; make: string }[]>(customer, 'GET', '/api/vehicles');
  const [notes, addresses, reasons] = [
    packPayloads(2_000),
    packPayloads(300, linePayloads),
    // A few, since each is shown on a page of its own. The reasons for declining a job contain every payload.
    packPayloads(500).slice(0, 3),
  ];
  const days = ['2026-03-04', '2026-03-05', '2026-03-06', '2026-03-09', '2026-03-10'];
  const cancelledJobs: StoredPayloads['cancelledJobs'][number][] = [];
  for (const [index, address] of addresses.entries()) {
    const { id } = await request<{ id: number }>(advisor, 'POST', '/api/appointments', {
      customerId: customer.id,
      vehicleId: vehicles[index % vehicles.length]?.id,
      serviceId: sandbox.oilChange.id,
      date: days[Math.floor(index / slotTimes.length)],
      startTime: slotTimes[index % slotTimes.length],
      location: JSON.stringify({ address }),
      notes: notes[index % notes.length],
    });
    // All but the last three are canceled or confirmed right away, since a customer may have only five pending ones.
    const reason = reasons[index];
    const path = `/api/appointments/${id}`;
    if (reason !== undefined) {
      await request(advisor, 'PATCH', path, { status: 'cancelled', reason });
      cancelledJobs.push({ id, reason });
    } else if (index < addresses.length - 3) {
      await request(advisor, 'PATCH', path, { status: 'confirmed', mechanicId: mechanic.id });
    }
  }
  // A mechanic's dashboard shows only the notes of the next job, so each mechanic gets one job today. The
  // job is inserted directly into the database because it starts too soon to be booked.
  const mechanics = everyone.filter(({ role }) => role === 'mechanic');
  const jobs: StoredPayloads['jobs'][number][] = [];
  for (const [index, text] of notes.entries()) {
    const person = mechanics[index] ?? mechanic;
    const workNote = notes[(index + 1) % notes.length] ?? text;
    const job = await makeAppointment(sandbox.app, {
      date: today,
      status: 'confirmed',
      customer_id: customer.id,
      mechanic_id: person.id,
      service_id: sandbox.oilChange.id,
      vehicle_id: vehicles.find(({ make }) => make === vehicleTexts.makes[0])?.id ?? 0,
      work_note: workNote,
    });
    await request(customer, 'PATCH', `/api/appointments/${job}`, { notes: text });
    jobs.push({ id: job, mechanic: person, notes: text, workNote });
  }

  for (const name of ["o'script.ran", 'javascript+ran', 'onerror']) {
    await request(admin, 'POST', '/api/invitations', {
      email: `${name}@evil.example`,
      role: 'mechanic',
    });
  }
  return {
    ...people,
    ...vehicleTexts,
    ...serviceTexts,
    ...signUps,
    addresses,
    jobs,
    cancelledJobs,
    ...(await storeOfficeXssPayloads(sandbox, request, vehicles[0]?.id ?? 0)),
  };
}

/** Stores payloads in the names, phone numbers and pictures of these people. */
async function storePeople(
  request: ApiClient,
  people: readonly Person[],
): Promise<Pick<StoredPayloads, 'names' | 'phones'>> {
  const names: string[] = [];
  const phones: string[] = [];
  for (const [index, person] of people.entries()) {
    const [firstName, lastName] = [
      payloadAt(2 * index, 60, namePayloads),
      payloadAt(2 * index + 1, 60, namePayloads),
    ];
    names.push(firstName, lastName);
    const phone = payloadAt(2 * index + 1, 40);
    phones.push(phone);
    await request(person, 'PATCH', '/api/account', {
      firstName,
      lastName,
      phone,
      picture: createPicture(index),
    });
  }
  return { names, phones };
}

/** Stores payloads in the customer's vehicles. */
async function storeVehicles(
  request: ApiClient,
  advisor: Person,
  customerId: string,
): Promise<Pick<StoredPayloads, 'makes' | 'models' | 'plates' | 'vins'>> {
  const vehicles = indexes.map((index) => ({
    make: payloadAt(2 * index, 60),
    model: payloadAt(2 * index + 1, 60),
    plateNumber: payloadAt(2 * index + 1, 15),
    vin: payloadAt(2 * index, 17),
  }));
  for (const vehicle of vehicles) {
    await request(advisor, 'POST', '/api/vehicles', { ...vehicle, year: 2019, customerId });
  }
  return {
    makes: vehicles.map(({ make }) => make),
    models: vehicles.map(({ model }) => model),
    plates: vehicles.map(({ plateNumber }) => plateNumber),
    vins: vehicles.map(({ vin }) => vin),
  };
}

/** Stores payloads in the names, descriptions and skills of services. */
async function storeServices(
  request: ApiClient,
  admin: Person,
): Promise<Pick<StoredPayloads, 'serviceNames' | 'descriptions' | 'skills'>> {
  const descriptions = packPayloads(2_000);
  const services = indexes.map((index) => ({
    name: payloadAt(2 * index, 100),
    description: descriptions[index % descriptions.length],
    skill: payloadAt(2 * index + 1, 40),
  }));
  for (const service of services) {
    await request(admin, 'POST', '/api/services', { ...service, price: 10, duration: 60 });
  }
  return {
    serviceNames: services.map(({ name }) => name),
    descriptions,
    skills: services.map(({ skill }) => skill),
  };
}

/** Stores payloads in the names of new accounts, which email messages contain, and in user agents. */
async function storeSignUpsAndSessions(
  sandbox: Sandbox,
  request: ApiClient,
): Promise<Pick<StoredPayloads, 'signUpNames' | 'sessionCount'>> {
  const { email, password } = robin;
  const accountCount = Math.ceil(namePayloads.length / 2);
  const namesByAccount = Array.from({ length: accountCount }, (_, index) => ({
    firstName: payloadAt(2 * index, 60, namePayloads),
    lastName: payloadAt(2 * index + 1, 60, namePayloads),
  }));
  const signUp = (index: number, address: string) =>
    request(
      null,
      'POST',
      '/api/account/sign-up',
      {
        ...namesByAccount[index],
        phone: payloadAt(index + 18, 40),
        email: address,
        password,
      },
      {},
      // Several IP addresses, because sign-ups are rate-limited per address.
      `10.0.0.${Math.floor(index / 20)}`,
    );
  // At the same time, because each response is delayed, so that its timing doesn't reveal who has an account.
  const [lastIndex = 0, ...otherIndexes] = [...namesByAccount.keys()].toReversed();
  await Promise.all(otherIndexes.map((index) => signUp(index, `signed-up-${index}@new.example`)));
  // Robin signs up last, because the token is read from the latest email.
  await signUp(lastIndex, email);
  const token = await tokenSentTo(sandbox, email);
  await request(null, 'POST', '/api/account/verify-email', { token });
  // Only the characters that an HTTP header can contain.
  const agents = packPayloads(1_500).map((text) => text.replaceAll(/[^\x20-\x7e]/g, ''));
  for (const agent of agents) {
    await request(
      null,
      'POST',
      '/api/account/sign-in',
      { email, password },
      { 'user-agent': agent },
    );
  }
  const signUpNames = namesByAccount.flatMap(({ firstName, lastName }) => [firstName, lastName]);
  return { signUpNames, sessionCount: agents.length };
}

/** Returns a data URL of a PNG with a payload as its content. */
function createPicture(index: number): string {
  const script = Buffer.from(`<svg onload="ran()"><html>${xssPayloads[index]}</html></svg>`);
  return toDataUrl('image/png', makePng({ width: 256, height: 256, data: script }));
}

/** Makes a page report an error if a payload executes or the content security policy blocks one. */
export async function monitorPayloads(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { ran: () => reportError(new Error('A stored payload executed.')) });
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      const blocked = `${violatedDirective} ${blockedURI}`;
      reportError(new Error(`The CSP blocked ${blocked}`));
    });
  });
}

/** Lists the visitors' pages that show stored texts: the path of each page, and the texts that it shows. */
export function listTextsForVisitors(
  stored: StoredPayloads,
): readonly (readonly [path: string, texts: readonly string[]])[] {
  return [
    ['/', stored.questions],
    ['/services', [...stored.serviceNames, ...stored.descriptions]],
    ['/subscription-plans', [...stored.planNames, ...stored.planDescriptions]],
    ['/service-area-map', stored.areaNames],
    ['/privacy', stored.privacyParagraphs],
    ['/terms', stored.privacyParagraphs],
  ];
}
