import type { AttackedSite, HostileResponse } from './attacked-site.ts';
import { unusedAddress } from './attacked-site.ts';

/** The code from a visitor's email, and the token of the browser that requested the code. */
export interface SentCode {
  readonly token: string;
  readonly code: string;
}

/** Requests a code for an email address. */
export function requestCode(
  site: AttackedSite,
  email: string,
  address = unusedAddress(),
): Promise<HostileResponse> {
  return site.send({
    method: 'POST',
    path: '/api/visitor-bookings/code',
    body: { email },
    address,
  });
}

/** Requests a code for an email address, and reads the email. */
export async function receiveCode(site: AttackedSite, email: string): Promise<SentCode> {
  const response = await requestCode(site, email);
  if (response.status !== 200) throw new Error(`No code was sent: ${response.body}`);
  await site.settle();
  const mail = site.emails.findLast(({ to }) => to === email);
  const { token } = JSON.parse(response.body) as { token: string };
  return { token, code: readCode(mail?.text ?? '') };
}

/** Returns the code in an email. */
function readCode(text: string): string {
  const [, code] = /Your verification code is (\d{6})\./.exec(text) ?? [];
  if (code === undefined) throw new Error(`The email contains no code: ${text}`);
  return code;
}

/** Returns a code that differs from the right one. */
export function changeCode(code: string, offset: number): string {
  return String((Number(code) + offset) % 1_000_000).padStart(6, '0');
}

/** The personal data that visitors enter in these campaigns. None of it may be logged. */
const visitor = {
  firstName: 'Wilhelmina',
  lastName: 'Quackenbush',
  phone: '415 555 0143',
  street: '86 Larkspur Terrace',
} as const;

/** Books with a code. */
export function book(
  site: AttackedSite,
  email: string,
  sentCode: SentCode,
  details: {
    readonly serviceId: number;
    readonly date?: string;
    readonly startTime?: string;
    readonly address?: string;
  },
): Promise<HostileResponse> {
  const { firstName, lastName, phone, street } = visitor;
  const { serviceId, date = '2026-03-05', startTime = '10:00', address } = details;
  const body = {
    serviceId,
    date,
    startTime,
    location: JSON.stringify({ address: `${street}, San Francisco` }),
    newCustomer: {
      firstName,
      lastName,
      phone,
      email,
      vehicle: { year: 2018, make: 'Honda', model: 'Civic' },
    },
    ...sentCode,
  };
  return site.send({
    method: 'POST',
    path: '/api/visitor-bookings',
    body,
    address: address ?? unusedAddress(),
  });
}
